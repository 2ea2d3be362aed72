"""Checks on any document that look at whatever facts a catalogue names."""
