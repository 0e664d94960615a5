mod examples;
mod presets;
mod round_trip;
