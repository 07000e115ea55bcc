"""Words of the short format that are read: their checksum is right, what they say is not."""

import random
import zlib

from bench.fuzzing.hostile_values import json_value
from bench.fuzzing.value_damage import Raw, dump, odd_rules

from pipeline.formats import short


def short_word(rng: random.Random) -> bytes:
    """A short deal of any numbers, its checksum right."""
    custom = b""
    if rng.random() < 0.6:
        custom = rng.choice([json_value(rng), dump(odd_rules(rng)), dump({"run3": Raw(json_value(rng))})]).encode()[:1500]
    number = 0
    highest = (rng.choice([256, 25]), 4, 8, 6, 33, 2, *range(32, 0, -1))
    for limit, base in zip(highest, (256, 4, 8, 6, 33, 2, *range(32, 0, -1)), strict=True):
        number = number * base + rng.randrange(limit)
    body = (number if rng.random() < 0.9 else rng.getrandbits(144)).to_bytes(18, "big")
    check = zlib.crc32(body + custom).to_bytes(4, "big")[:2]
    encode = short.base64.urlsafe_b64encode
    word = short.PREFIX.encode() + encode(body + check).rstrip(b"=")
    return word + (b"." + encode(custom).rstrip(b"=") if custom else b"")
