use std::cmp::Ordering;

/// Returns the indices of `len` items, sorted by item in ascending order; equal items keep their order.
///
/// The standard library's sort is compiled for every type and key, and each copy adds 4 KiB to the WebAssembly module.
/// This function is compiled only once. Use it where sorting takes little of the running time.
pub fn sorted_indices(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..len).collect();
    indices.sort_by(|&a, &b| compare(a, b));
    indices
}
