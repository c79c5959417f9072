@HEAD@

// @INTERVALS@
static POINTS: &[u32] = &[@POINTS@];
static CLASSES: &[u32] = &[@CLASSES@];

// @CLASS_SETS@
static SETS: &[u32] = &[@SETS@];

// @TRANSITIONS@
static EDGES: &[u16] = &[@EDGES@];

// @NUMBERS@
static STATES: &[u32] = &[@STATES@];

fn next(state: usize, point: char) -> usize {
    let interval = POINTS.partition_point(|&first| first <= point as u32) - 1;
    let number = CLASSES[interval] as usize;
    for edge in STATES[state] as usize >> 1..STATES[state + 1] as usize >> 1 {
        let word = SETS[EDGES[2 * edge] as usize + number / 32];
        if word >> (number % 32) & 1 == 1 {
            return EDGES[2 * edge + 1] as usize;
        }
    }
    0
}

/// Returns @FAULT@
pub fn fault(text: impl AsRef<[u8]>) -> Option<usize> {
    let bytes = text.as_ref();
    let end = match core::str::from_utf8(bytes) {
        Ok(_) => bytes.len(),
        Err(error) => error.valid_up_to(),
    };
    let valid = core::str::from_utf8(&bytes[..end]).unwrap_or("");
    let mut state = @START@;
    for (offset, point) in valid.char_indices() {
        state = next(state, point);
        if state == 0 {
            return Some(offset);
        }
    }
    if end == bytes.len() && STATES[state] & 1 == 1 {
        None
    } else {
        Some(end)
    }
}

/// Returns whether the whole text matches.
pub fn matches(text: impl AsRef<[u8]>) -> bool {
    fault(text).is_none()
}
