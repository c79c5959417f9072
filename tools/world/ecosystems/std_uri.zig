// Zig's std.Uri, asked as measure.py says.
const std = @import("std");
const linux = std.os.linux;

var aux: [65536]u8 = undefined;
var out: [65536]u8 = undefined;

fn answer(writer: *std.Io.Writer, operation: []const u8, text: []const u8, second: []const u8) !void {
    const uri = try std.Uri.parse(text);
    if (std.mem.eql(u8, operation, "resolve")) {
        var rest: []u8 = &aux;
        @memcpy(rest[0..second.len], second);
        const resolved = try uri.resolveInPlace(second.len, &rest);
        try writer.print("={f}\n", .{resolved.fmt(.all)});
    } else try writer.print("={f}\n", .{uri.fmt(.all)});
}

pub fn main() void {
    var buffer: [1 << 20]u8 = undefined;
    var size: usize = 0;
    while (true) {
        const read = linux.read(0, buffer[size..].ptr, buffer.len - size);
        if (read == 0 or read > buffer.len) break;
        size += read;
    }
    var lines = std.mem.splitScalar(u8, buffer[0..size], '\n');
    while (lines.next()) |line| {
        if (line.len == 0) continue;
        var parts = std.mem.splitScalar(u8, line, '\t');
        var writer = std.Io.Writer.fixed(&out);
        answer(&writer, parts.next().?, parts.next() orelse "", parts.next() orelse "") catch {
            writer = std.Io.Writer.fixed(&out);
            writer.writeAll("!\n") catch {};
        };
        const text = writer.buffered();
        _ = linux.write(1, text.ptr, text.len);
    }
}
