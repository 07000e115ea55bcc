"""Writes sample_logs/<format>/broken and sample_logs/jsonl/faults: small logs of every format, each with a fault of real logs.

Run `python tests/make_broken_formats.py` after a change; a test says when the folders differ. Faults of JSON Lines that
are in jsonl/broken already come from make_broken_logs.py.
"""

from collections.abc import Iterable, Iterator

from broken_formats.foreign_faults import henk_faults, klaverlive_faults, rounds_faults, short_faults, state_faults
from broken_formats.own_faults import own_faults
from broken_formats.sound_samples import ENDINGS, OWN, SAMPLES, folder


def broken_formats() -> Iterator[tuple[str, bytes]]:
    """The path below sample_logs and the bytes of every file."""
    makers: dict[str, Iterable[tuple[str, bytes]]] = {
        **{form: own_faults(form) for form in OWN},
        "short": short_faults(),
        "klaverlive": klaverlive_faults(),
        "klaverlive_state": state_faults(),
        "henk": henk_faults(),
        "rounds_tsv": rounds_faults(),
    }
    for form, files in makers.items():
        for name, data in files:
            yield f"{folder(form)}/{name}.{ENDINGS[form]}", data


def write_files() -> None:
    """Replace the folders by what the generator says."""
    files = dict(broken_formats())
    for form in ENDINGS:
        place = SAMPLES / folder(form)
        place.mkdir(parents=True, exist_ok=True)
        for stale in place.iterdir():
            stale.unlink()
    for path, data in files.items():
        (SAMPLES / path).write_bytes(data)


if __name__ == "__main__":
    write_files()
