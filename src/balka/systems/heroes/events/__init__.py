"""What happened, as facts, by chapter: who, what, where, with which figures. Sentences are made when somebody reads."""
