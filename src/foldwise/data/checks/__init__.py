"""Every input check, made once: what was wrong, what was received, what to do."""
