"""The script that Streamlit runs for every reader."""

from dashboard.app import main

if __name__ == "__main__":  # not in processes that are started by one that has run it
    main()
