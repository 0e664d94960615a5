mod generator;
mod proof;
