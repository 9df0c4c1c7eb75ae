/// A note on a terminal that a command takes time.
enum Progress {
    /// Shows a note while `body` runs and erases it afterwards. It shows nothing if the output can't erase it.
    static func shown<Value>(
        _ note: String, on output: Output = .error, _ body: () async throws -> Value
    ) async throws -> Value {
        guard output.supportsEscapes else { return try await body() }
        try output.write(note)
        // Move to the start of the line and erase the line.
        defer { try? output.write("\r\u{1B}[K") }
        return try await body()
    }
}
