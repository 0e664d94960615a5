/// Returns the geometric mean of numbers above 0.
pub fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = numbers.fold((0, 0.0), |(count, sum), number| (count + 1, sum + number.ln()));
    (sum / f64::from(count.max(1))).exp()
}
