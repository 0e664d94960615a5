mod published;
mod states;
mod swiss;
mod tournament;
