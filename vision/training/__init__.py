"""Trains the networks (extra ``train``); never shipped."""
