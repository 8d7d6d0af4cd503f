"""The pages: what people see and type into. The only package, with app.py, that imports streamlit."""
