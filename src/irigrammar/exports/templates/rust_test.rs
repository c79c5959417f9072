@HEAD@

#[allow(dead_code)]
#[path = "@FILE@"]
mod validator;

// @CASES_COMMENT@
#[cfg(test)]
#[rustfmt::skip]
static CASES: &[(&[u8], Option<usize>)] = &[
@CASES
    (b@TEXT@, @OFFSET@),
@END
];

#[test]
fn small_suite() {
    for (text, offset) in CASES {
        let shown = String::from_utf8_lossy(text);
        assert_eq!(validator::fault(text), *offset, "{:?}", shown);
        assert_eq!(validator::matches(text), offset.is_none(), "{:?}", shown);
    }
}

// Decodes a JSON string of ASCII characters.
fn unquote(json: &str) -> String {
    let mut units: Vec<u16> = Vec::new();
    let mut characters = json[1..json.len() - 1].chars();
    while let Some(character) = characters.next() {
        let escape = match character {
            '\\' => characters.next(),
            _ => None,
        };
        units.push(match escape {
            Some('u') => {
                let digits: String = characters.by_ref().take(4).collect();
                u16::from_str_radix(&digits, 16).unwrap_or(0)
            }
            Some('b') => 8,
            Some('t') => 9,
            Some('n') => 10,
            Some('f') => 12,
            Some('r') => 13,
            other => other.unwrap_or(character) as u16,
        });
    }
    String::from_utf16_lossy(&units)
}

// @SUITE_COMMENT@
fn main() {
    for line in std::io::stdin().lines().map_while(Result::ok) {
        println!("{}", validator::matches(unquote(&line)));
    }
}
