"""The SQL of the program, as it lies in the folders of pipeline/sql."""

from importlib import resources


def sql_files(folder: str) -> dict[str, str]:
    """The SQL files of a folder of pipeline/sql by name, in the order of their names."""
    files = (resources.files("pipeline") / "sql" / folder).iterdir()
    return {
        file.name: file.read_text("utf-8") for file in sorted(files, key=lambda file: file.name) if file.name.endswith(".sql")
    }
