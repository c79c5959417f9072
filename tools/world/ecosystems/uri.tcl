# tcllib's uri, asked as measure.py says.
package require uri
fconfigure stdin -encoding utf-8
fconfigure stdout -encoding utf-8

proc answer {operation text {second ""}} {
    switch $operation {
        resolve { return =[uri::resolve $text $second] }
        normalize { return =[uri::canonicalize $text] }
        default { return =[uri::join {*}[uri::split $text]] }
    }
}

while {[gets stdin line] >= 0} {
    if {[catch {answer {*}[split $line \t]} result]} { set result ! }
    puts $result
}
