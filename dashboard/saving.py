"""A button that saves a chart as SVG: Streamlit's own menu of a chart only has PNG."""

from functools import cache
from typing import Any

from dashboard.texts import text

_PAGE = '<button type="button"></button>'
_LOOK = """
button { font: inherit; font-size: 0.875rem; padding: 0.25rem 0.5rem; background: none; cursor: pointer;
  color: var(--st-text-color); border: 1px solid var(--st-border-color); border-radius: 0.5rem }
button:hover, button:focus-visible { border-color: var(--st-primary-color); outline: none; color: var(--st-primary-color) }
"""
_SCRIPT = """
export default function ({ parentElement, data }) {
  const button = parentElement.querySelector("button");
  button.textContent = "SVG";
  button.ariaLabel = button.title = data.label;
  button.onclick = () => {
    const drawn = document.querySelector(`.st-key-${data.chart} [data-testid=stVegaLiteChart] svg`);
    button.disabled = !drawn;  // a chart of thousands of marks is no SVG
    if (!drawn) return;
    const copy = drawn.cloneNode(true);
    const app = document.querySelector("[data-testid=stApp]");
    copy.style.background = getComputedStyle(app).backgroundColor;  // letters are made for it
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
    link.download = `${data.name}.svg`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
}
"""


def save_button(chart: str, title: str) -> None:
    """A button that saves, in the browser, the chart drawn in the container with the key `chart`."""
    data = {"chart": chart, "name": f"klaverlog-{chart}", "label": text("charts.save", title=title)}
    _component()(key=f"{chart}-svg", data=data, width="content", height="content")


@cache
def _component() -> Any:
    import streamlit as st

    return st.components.v2.component("klaverlog_chart", html=_PAGE, css=_LOOK, js=_SCRIPT)
