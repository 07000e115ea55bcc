"""What is shown where there are no deals yet: the way to some."""

import streamlit as st

from dashboard import address, data
from dashboard.texts import text
from pipeline.ingest import ingest
from pipeline.samples import sample_season


def show() -> None:
    """Offer the sample season and the upload of logs."""
    st.info(text("empty.nothing"), icon=":material/inbox:")
    sample, upload = st.columns(2)
    with sample.container(border=True):
        st.subheader(text("empty.sample_title"))
        st.write(text("empty.sample"))
        if st.button(text("empty.sample_button"), type="primary", icon=":material/play_arrow:"):
            with st.spinner(text("empty.working")):
                ingest(sample_season(), data.store_path())
            st.rerun()
    with upload.container(border=True):
        st.subheader(text("empty.upload_title"))
        st.write(text("empty.upload"))
        address.link("logs", text("empty.upload_button"), icon=":material/upload_file:", to={})
