"""Packed files of an input, sound ones and damaged ones."""

import gzip
import io
import random
import warnings
import zipfile

import pyarrow as pa
from bench.fuzzing.byte_damage import damaged


def packed(rng: random.Random, data: bytes, suffix: str) -> tuple[str, bytes]:
    """A file name and `data` in a packed file of it, some damaged."""
    kind = rng.choice([".gz", ".gz", ".zst", ".zip", ".zip"])
    if kind == ".gz":
        whole = gzip.compress(data, 1, mtime=0) * rng.choice([1, 1, 1, 2])
    elif kind == ".zst":
        whole = pa.compress(data, "zstd", asbytes=True) * rng.choice([1, 1, 1, 2])
    else:
        stream = io.BytesIO()
        with warnings.catch_warnings(), zipfile.ZipFile(stream, "w") as archive:
            warnings.simplefilter("ignore")  # two members of one name
            for name in rng.sample(
                [f"a{suffix}", "b/", "c.txt", f"a{suffix}", f"é²{suffix}", f"d{suffix}.gz"], rng.choice([1, 1, 2, 4])
            ):
                how = rng.choice(
                    [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
                )
                archive.writestr(zipfile.ZipInfo(name), gzip.compress(data, 1) if name.endswith(".gz") else data, how)
        whole = stream.getvalue()
    if rng.random() < 0.6:
        for _ in range(rng.choice([1, 1, 2, 4])):
            at = rng.randrange(len(whole))
            if rng.random() < 0.5:  # where the tables are
                at = rng.choice([rng.randrange(min(60, len(whole))), len(whole) - 1 - rng.randrange(min(160, len(whole)))])
            how = rng.random()
            if how < 0.7:
                whole = (
                    whole[:at] + bytes([rng.choice([rng.randrange(256), whole[at] ^ 1 << rng.randrange(8)])]) + whole[at + 1 :]
                )
            elif how < 0.8:
                whole = whole[:at] or whole[:1]
            else:
                whole = damaged(rng, whole, [data]) or b"PK\x03\x04"
    return f"a{rng.choice([suffix, ''])}{kind}", whole
