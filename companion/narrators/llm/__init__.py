"""AI narrators whose words a language model writes: a plan, the prose for it, and a check of every sentence."""
