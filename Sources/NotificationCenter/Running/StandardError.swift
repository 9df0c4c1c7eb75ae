internal import Glibc

/// Where a program says what went wrong.
enum StandardError {
    /// Writes a line at once.
    static func print(_ line: String) {
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // There is nobody left to tell.
            if count <= 0 { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
