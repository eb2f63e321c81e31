"""What the pages show, as values: no HTML here, no rule, and nothing that the looker's view does not hold."""
