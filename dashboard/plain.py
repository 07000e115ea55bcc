"""Log data as text where Streamlit reads Markdown."""

import re

from pipeline.report.texts import LONGEST, safe

_MARKS = re.compile(r"([!-/:-@\[-`{-~])")
_WITHIN = re.compile(r"(?<=[:@])|(?<=www)", re.IGNORECASE)
_JOINER = "\N{WORD JOINER}"


def plain(name: str | None, longest: int = LONGEST) -> str:
    """A name or word from a log so that Markdown shows it as it is: no mark-up, link, picture, icon or formula."""
    # Icons (:house:) and addresses are looked for after marks were read, so they are broken up by a sign of no width.
    parts = (_MARKS.sub(r"\\\1", part) for part in _WITHIN.split(safe(name, longest)))
    return _JOINER.join(parts)
