"""The card table: one component in the browser that is given a whole deal and steps through it by itself."""

import json
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any

from pipeline.viewing import View

Place = Mapping[str, Any]


def show_table(
    view: View,
    name: str,
    labels: Mapping[str, Any],
    *,
    language: str,
    key: str,
    start: int = 0,
    jump: int = 0,
    keys: bool = True,
    on_rest: Callable[[], None] | None = None,
) -> Place | None:
    """Draw a deal of `viewed_deal`, called `name`, after `start` cards; the place where its reader came to rest, if he moved.

    A place has the `id` of the deal and the `step`, cards played. A deal that is on the screen stays where it is, unless
    `jump` has changed. `labels` are all words that it shows; `keys` tells whether it listens to the keys of the whole page.
    """
    viewer, pictures = _components()
    data = {
        "id": name,
        "deal": view,
        "labels": labels,
        "language": language,
        "start": start,
        "jump": jump,
        "keys": keys,
    }
    result = viewer(key=key, data=data, on_place_change=on_rest or _nothing)
    pictures(key=f"{key}-pictures")
    place: Place | None = result.get("place")
    return place


def deal_id(view: View) -> str:
    """What names a deal for the table: a deal that is changed is another one, also in a newly published store."""
    content = zlib.crc32(json.dumps(view, sort_keys=True).encode())
    return f"{view['site']}/{view['game']}/{view['deal']}/{content:08x}"


def _nothing() -> None:
    """A state of a component is kept only where something is called when it changes."""


@cache
def _components() -> tuple[Any, Any]:
    import streamlit as st

    viewer = st.components.v2.component(
        "klaverlog_viewer",
        html='<div class="kl-viewer"></div>',
        css=_text("viewer.css"),
        js=script(),
    )
    # The pictures are a message of their own: it never changes, so the browser gets it once.
    pictures = st.components.v2.component("klaverlog_pictures", html=sprite(), js=_text("pictures.js"))
    return viewer, pictures


@cache
def script() -> str:
    """The viewer's script: the files of `script/` in their order, as one module."""
    files = sorted((file for file in (_files() / "script").iterdir() if file.name.endswith(".js")), key=lambda file: file.name)
    return "\n".join(file.read_text("utf-8") for file in files)


@cache
def sprite() -> str:
    """All faces as symbols of one picture, `kl-JH` and so on."""
    faces = sorted((file for file in (_files() / "cards").iterdir() if file.name.endswith(".svg")), key=lambda file: file.name)
    symbols = "".join(_symbol(file.name.removesuffix(".svg"), file.read_text("utf-8")) for file in faces)
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="sprite" width="0" height="0" aria-hidden="true">{symbols}</svg>'


def _symbol(card: str, picture: str) -> str:
    inner = picture[picture.index(">") + 1 : picture.rindex("</svg>")]
    return f'<symbol id="kl-{card}" viewBox="-120 -168 240 336">{inner}</symbol>'


def _text(name: str) -> str:
    return str((_files() / name).read_text("utf-8"))


def _files() -> Any:
    return resources.files("dashboard.table")
