"""Values that no sound log holds, as JSON, as what only looks like JSON, and as bytes."""

import random

STACK = 1000
"""Calls inside one another that a reader has room for, whoever runs this: so the depth at which it fails is the same."""


def nested(rng: random.Random) -> str:
    """Lists or objects inside one another, often just too many for the reader."""
    depth = rng.choice([3, 50, 900, 5000, *(rng.randrange(STACK - 25, STACK) for _ in range(4))])
    opening, closing, inside = rng.choice([("[", "]", ""), ('{"a":', "}", "1"), ("[[", "]]", "0"), ("[1,", "]", '"N"')])
    depth //= 1 + (opening == "[[")
    return opening * depth + inside + closing * depth


def _long(rng: random.Random) -> str:
    size = rng.choice([201, 2001, 5000, 50_000])
    return rng.choice(['"' + "x" * size + '"', "[" + "0," * size + "0]", '["' + '","'.join(["N"] * (size // 5)) + '"]'])


_JSON = (
    *("null", "true", "false", "0", "1", "2", "3", "4", "-1", "-0", "-0.0", "0.0", "1.0", "2.5", "1e5", "1e999", "-1e999"),
    *("NaN", "Infinity", "-Infinity", "1E400", "01", str(2**31), str(2**53 + 1), str(2**63), str(2**64), str(2**200)),
    *("-" + str(2**200), "9" * 4300, "-" + "9" * 4300, "9" * 4301, "9" * 6000, "1" * 400, '""', '" "', "[]", "{}", "[null]"),
    *("[[]]", "[{}]", '[""]', '{"": ""}', r'"\ud800"', r'"\udfff\ud800"', r'"\u0000"', r'"a\u0000b"', '"²"', '"٣"', '"１"'),
    *('"-0"', '"1e999"', '"NaN"', '"pass"', '"N"', '"NS"', '"none"', '"7C"', '"10h"', '"HB"', '"noord"', '"pas"', '"ſ"', '"ß"'),
    *('"[1]"', '"{}"', '"null"', '"2026-01-01T00:00:00+23:59"', '"0001-01-01T00:00:00+01:00"', '"9999-12-31T23:59:59-01:00"'),
    *('"2026-W01-1"', '"20260101T000000Z"', '"\u2028"', '"\u202e"', '"😀"', r'"\""', r'"\\"', '"\'"', '"é"', '"İ"', '"ŉ"'),
    *('["N", "E", "S", "W"]', "[1, 2, 3, 4]", "[0, 0]", "[1.0, 2.0]", '["a", "b"]', "[true, false]", "[null, null]"),
    *('{"base": "amsterdams"}', '{"base": []}', '{"base": "amsterdams", "run3": 1e400}', '{"run3": true, "run3": 20}'),
    *('{"base": "rotterdams", "penalty_points": "none"}', '{"quad_ranks": "AAK"}', '{"\\ud800": 1}', '{"base": null}'),
    *('{"card_no": 1, "seat": "N", "points": 20}', '{"card_no": 33, "text": ""}', '{"Cards": {}}', '[{"Cards": [0, 0, 0, 0]}]'),
)
TEXTS = (
    *("", " ", "\0", "\0" * 50, '"', "'", "`", "[", "]", "{", "}", "[" * 5000, "{" * 5000, '{"a":' * 5000, "]" * 50),
    "(" * 3000,
    *("²", "٣", "１２", "½", "Ⅷ", "1e999", "NaN", "inf", "-0", "+1", "1_000", "0x10", str(2**200), "9" * 4301, "9" * 6000),
    *("\ud800", "\\ud800", "\\u(D800)", "\\u(110000)", "\\u(FFFFFF)", "\\u()", "\\", "\\\\", '\\"', "\r", "\r\n", "\n", "\n\n"),
    *("\t", "\v", "\x1c", "\x85", "\u2028", "\ufeff", "\u202e", "😀", "é", "ſ", "ß", "İ", ",", ";", ":", "=", "-", "^", "*"),
    "%",
    *("/", "#", "()", "{}", "[]", '""', '"""', '"a\nb"', "<b>", "'; DROP TABLE deals; --", "%s%n", "\x1b[31m", "null", "None"),
    *("event", "base", "base=", "base=amsterdams run3=1", "amsterdams run3=", "1:N:20", "1:2:3:4", "N:", ":", "10h", "HB"),
    "pas",
    *('[Game "', '[A "b"] ', '{"event": "deal", "game_id": "x"}', '{"event": "play"}', "kj1", "PAR1", "PK\x03\x04", "x" * 3000),
    *('x","', '"a', '{"a":[', "{x", "[{", "}{", "],["),
)
_BYTES = (
    *(b"\xff", b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xc0\x80", b"\x80" * 20, b"\x1f\x8b\x08"),
    b"\x81\x9d",
    *(b"(\xb5/\xfd", b"PK\x03\x04", b"PK\x05\x06", b"PAR1", b"\0\0\0\0", b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\r\r"),
    b"\x1a",
)


def json_value(rng: random.Random) -> str:
    """A hostile value as JSON, or as what only looks like it."""
    kind = rng.random()
    return nested(rng) if kind < 0.1 else _long(rng) if kind < 0.13 else rng.choice(_JSON)


def token(rng: random.Random) -> bytes:
    """Hostile bytes."""
    kind = rng.random()
    if kind < 0.5:
        return rng.choice(TEXTS).encode("utf-8", "surrogatepass")
    return json_value(rng).encode("utf-8", "surrogatepass") if kind < 0.85 else rng.choice(_BYTES)
