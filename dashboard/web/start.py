"""What Streamlit is started with: the app, from a place without a folder `pages` beside it.

Streamlit takes a folder of that name for scripts of their own, and a link to a page would run its module instead of the app.
"""

import runpy
from pathlib import Path

runpy.run_path(str(Path(__file__).parents[1] / "app.py"), run_name="__main__")
