"""Files of other tools, in and out; and our own drawings of a scene's ground."""
