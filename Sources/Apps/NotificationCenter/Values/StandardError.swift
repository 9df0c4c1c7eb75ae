internal import Glibc

/// The standard error output of a program.
package enum StandardError {
    /// The replacement output in the tasks of a test; see `NotificationCenterTesting`.
    @TaskLocal package static var replacement: (@Sendable (String) -> Void)?

    /// The function that writes lines. Capture it before you report from another task or thread.
    static var printer: @Sendable (String) -> Void { replacement ?? { write($0) } }

    /// Writes a line at once.
    package static func print(_ line: String) { printer(line) }

    private static func write(_ line: String) {
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // The reader is gone, so the error can't be reported.
            if count <= 0 { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
