mod composition;
mod plain;
mod solution;
mod solve;
mod struggle;
