"""Commands as they are run, on a wide screen."""

from click.testing import CliRunner, Result

from pipeline.cli import main


def run(*words: object) -> Result:
    """What a command says and how it ends, which may not be by an error of the program."""
    result = CliRunner(env={"COLUMNS": "200"}).invoke(main, [str(word) for word in words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def ran(*words: object, code: int = 0) -> Result:
    """What a command says that has to end with a status."""
    result = run(*words)
    assert result.exit_code == code, result.output
    return result
