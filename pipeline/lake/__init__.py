"""A lake: the store as a folder of Parquet files, by site and month, with a manifest that says which of them count.

Files of the state before are kept until the next change: somebody may still be reading them.
"""

from pipeline.lake.manifest import MANIFEST, SUFFIX, Manifest, check_place, is_empty, is_lake, read_manifest
from pipeline.lake.views import load_lake, open_lake
from pipeline.lake.whole import write_lake

__all__ = [
    "MANIFEST",
    "SUFFIX",
    "Manifest",
    "check_place",
    "is_empty",
    "is_lake",
    "load_lake",
    "open_lake",
    "read_manifest",
    "write_lake",
]
