mod faults;
mod reading;
mod round_trip;
