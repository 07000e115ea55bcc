"""The frame of a page that needs nothing but itself: no scripts, no addresses, light and dark, screen and paper."""

_BASE = """
:root { color-scheme: light dark; --line: #8886; --bad: #b00020; --open: #7a5b00; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a8a; --open: #ffd36b; } }
@media print { :root { color-scheme: light; --bad: #b00020; --open: #7a5b00; } }
body { font: 16px/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 80rem; padding: 0 1rem; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: .4rem .5rem; text-align: left; vertical-align: top; }
.small { opacity: .8; font-size: .875rem; }
"""


def page(title: str, body: str, style: str = "", language: str = "en") -> str:
    """An html page around `body`; both must be escaped already."""
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{title}</title><style>{_BASE}{style}</style></head><body><main>\n{body}\n</main></body></html>\n"
    )
