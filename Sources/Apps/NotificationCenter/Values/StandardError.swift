internal import Glibc

/// Where a program says what went wrong.
package enum StandardError {
    /// Where lines go instead in the tasks of a test; see `NotificationCenterTesting`.
    @TaskLocal package static var replacement: (@Sendable (String) -> Void)?

    /// Where lines go. Whoever tells later, from another task or thread, takes it along.
    static var teller: @Sendable (String) -> Void { replacement ?? { write($0) } }

    /// Writes a line at once.
    package static func print(_ line: String) { teller(line) }

    private static func write(_ line: String) {
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // There is nobody left to tell.
            if count <= 0 { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
