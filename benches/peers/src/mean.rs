/// Returns the geometric mean of numbers above 0; 1 if there are none.
pub fn mean(numbers: &[f64]) -> f64 {
    let sum: f64 = numbers.iter().map(|number| number.ln()).sum();
    (sum / numbers.len().max(1) as f64).exp()
}
