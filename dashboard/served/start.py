"""The script that Streamlit runs for every reader."""

from dashboard.app import main

main()
