"""What the tests of the pipeline share: a new store is made once."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def _new_stores_are_copies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A new store is a copy of one that the program made once: hundreds of tests would wait for the same tables and views.

    Commands that run in processes of their own make theirs.
    """
    import pipeline.publishing

    new = tmp_path_factory.mktemp("new") / "new.duckdb"
    make = pipeline.publishing._make_store

    def copied(path: Path, **how: bool) -> None:
        if not new.exists():
            make(new)
        shutil.copyfile(new, path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline.publishing, "_make_store", copied)
        yield
