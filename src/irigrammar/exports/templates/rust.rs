@HEAD@
@STACK

extern crate alloc;
@END

// @INTERVALS@
static POINTS: &[u32] = &[@POINTS@];
static CLASSES: &[u16] = &[@CLASSES@];
@CODE

// @ASCII_CLASSES@
static ASCII: [u16; 128] = [@ASCII@];
@END
@TABLES

// @CLASS_SETS@
static SETS: &[u32] = &[@SETS@];

// @FIRST_EDGES@
static STATES: &[u16] = &[@STATES@];

// @EDGE_SETS@
static EDGES: &[u16] = &[@EDGES@];
@END

// @NEXT_STATES@
static TARGETS: &[u@SIZE@] = &[@TARGETS@];
@STACK

// @STACK_ACTIONS@
static ACTIONS: &[u16] = &[@ACTIONS@];

// @STATES_AFTER@
static POPS: &[u@SIZE@] = &[@POPS@];
@END
@SPLIT

// @STEP_INDEXES@
static ACTIONS: &[u16] = &[@ACTIONS@];

// @STEP_NUMBERS@
static STEPS: &[u8] = &[@STEPS@];

/// The range of each component, in bytes; `None` where there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Components {
@FIELDS
    pub @FIELD@: Option<core::ops::Range<usize>>,
@END
}
@END

// Returns the class of a code point, by its interval.
fn search(point: char) -> usize {
    let interval = POINTS.partition_point(|&first| first <= point as u32) - 1;
    CLASSES[interval] as usize
}

// @NEXT@
fn edge_of(state: usize, number: usize) -> usize {
@CODE
    state + number
@END
@TABLES
    for edge in STATES[state] as usize..STATES[state + 1] as usize {
        let word = SETS[EDGES[edge] as usize + number / 32];
        if word >> (number % 32) & 1 == 1 {
            return edge;
        }
    }
    0
@END
}

// Returns where the transition of a code point is.
fn next(state: usize, point: char) -> usize {
@CODE
    if point.is_ascii() {
        return edge_of(state, ASCII[point as usize] as usize);
    }
@END
    edge_of(state, search(point))
}

/// Returns @FAULT@
pub fn fault(text: impl AsRef<[u8]>) -> Option<usize> {
    let bytes = text.as_ref();
    let valid = match core::str::from_utf8(bytes) {
        Ok(valid) => valid,
        Err(error) => core::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or(""),
    };
    let mut state: usize = @START@;
@STACK
    let mut stack = alloc::vec::Vec::new();
@END
    for (offset, point) in valid.char_indices() {
        let edge = next(state, point);
        state = TARGETS[edge] as usize;
        if state == 0 {
            return Some(offset);
        }
@STACK
        match ACTIONS[edge] {
            0 => {}
            @POP@ => state = POPS[state + stack.pop().map_or(0, usize::from)] as usize,
            action => stack.push(action),
        }
@END
    }
    if valid.len() == bytes.len() && TARGETS[edge_of(state, @END@)] != 0 {
        None
    } else {
        Some(valid.len())
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
    let mut state: usize = @START@;
    for (offset, point) in text.char_indices() {
        let edge = next(state, point);
        run(&mut rows, ACTIONS[edge] as usize, offset);
        state = TARGETS[edge] as usize;
    }
    run(&mut rows, ACTIONS[edge_of(state, @END@)] as usize, text.len());
    let span = |start: usize| Some(rows[0][start]?..rows[0][start + 1]?);
    Some(Components {
@FIELDS
        @FIELD@: span(@LOW@),
@END
    })
}
@END
