/// A note on a terminal that something takes its time.
enum Progress {
    /// Shows a note while `body` runs, and takes it away afterwards. Nothing is shown where there is no terminal that could take
    /// it away.
    static func shown<Value>(
        _ note: String, on output: Output = .error, _ body: () async throws -> Value
    ) async throws -> Value {
        guard output.obeysEscapes else { return try await body() }
        try output.write(note)
        // Back to the start of the line, and the line erased.
        defer { try? output.write("\r\u{1B}[K") }
        return try await body()
    }
}
