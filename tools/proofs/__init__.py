"""Exports run through the engines that they are for."""
