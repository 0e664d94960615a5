@echo off
rem Starts the engine beside this file, for hosts that take a program without arguments: chess, or what the arguments name.
if "%~1"=="" ("%~dp0entourage.exe" engine chess) else ("%~dp0entourage.exe" engine %*)
