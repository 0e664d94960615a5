mod manual;
mod records;
