//! The record's fold, held to scripted games, to plain ways of doing the same, and to itself told anew.

mod fold;
mod plain;
mod scripts;
mod texts;
