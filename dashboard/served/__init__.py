"""What Streamlit is started with, in a folder of its own: a folder `pages` beside it would be taken for a menu."""
