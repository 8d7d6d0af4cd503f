"""Language models behind the OpenAI protocol: building one, its prompts, asking it.

The only importer of langchain and openai.
"""
