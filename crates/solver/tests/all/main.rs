mod plain;
mod solve;
mod struggle;
