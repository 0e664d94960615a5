@echo off
rem Starts the engine in this folder, for chess GUIs that cannot pass arguments. Plays chess, or the game given as an argument.
if "%~1"=="" ("%~dp0entourage.exe" engine chess) else ("%~dp0entourage.exe" engine %*)
