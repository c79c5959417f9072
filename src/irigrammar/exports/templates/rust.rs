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
@SPLIT

// @STEP_INDEXES@
static ACTIONS: &[u16] = &[@ACTIONS@];
static ENDS: &[u16] = &[@ENDS@];

// @STEP_NUMBERS@
static STEPS: &[u8] = &[@STEPS@];

/// The range of each component, in bytes; `None` where there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Components {
    pub @FIELD@: Option<core::ops::Range<usize>>,
}
@END

// @NEXT@
fn next(state: usize, point: char) -> usize {
    let interval = POINTS.partition_point(|&first| first <= point as u32) - 1;
    let number = CLASSES[interval] as usize;
    for edge in STATES[state] as usize >> 1..STATES[state + 1] as usize >> 1 {
        let word = SETS[EDGES[2 * edge] as usize + number / 32];
        if word >> (number % 32) & 1 == 1 {
            return 2 * edge + 1;
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
        let edge = next(state, point);
        if edge == 0 {
            return Some(offset);
        }
        state = EDGES[edge] as usize;
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
@SPLIT

type Row = [Option<usize>; @WIDTH@];

fn run(rows: &mut [Row; @ROWS@], start: usize, offset: usize) {
    if start == 0 {
        return;
    }
    let old = *rows;
    let mut numbers = STEPS[start..].iter().map(|&number| number as usize);
    let mut read = || numbers.next().unwrap_or(0);
    let count = read();
    for row in rows.iter_mut().take(count) {
        *row = old[read()];
        for _ in 0..read() {
            row[read()] = Some(offset);
        }
    }
}

/// Returns the components, or `None` if the text does not match.
pub fn split(text: impl AsRef<[u8]>) -> Option<Components> {
    let text = core::str::from_utf8(text.as_ref()).ok()?;
    if !matches(text) {
        return None;
    }
    let mut rows = [[None; @WIDTH@]; @ROWS@];
    let mut state = @START@;
    for (offset, point) in text.char_indices() {
        let edge = next(state, point);
        run(&mut rows, ACTIONS[edge / 2] as usize, offset);
        state = EDGES[edge] as usize;
    }
    run(&mut rows, ENDS[state] as usize, text.len());
    let span = |start: usize| Some(rows[0][start]?..rows[0][start + 1]?);
    Some(Components {
        @FIELD@: span(@LOW@),
    })
}
@END
