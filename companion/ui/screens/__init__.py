"""One screen each; Streamlit runs these files by path."""
