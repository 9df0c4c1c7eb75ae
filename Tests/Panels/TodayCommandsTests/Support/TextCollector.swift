import DBus
import DBusTesting
import Glibc

@testable import TodayCommands

/// Collects the text that comes out of a descriptor, and lets a test wait for what it expects.
final class TextCollector: Sendable {
    private struct Collected: Sendable {
        var bytes: [UInt8] = []
        var isAtEnd = false

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private let collected = WatchedValue(Collected())

    /// Reads from a descriptor until its end, and then closes it.
    init(_ descriptor: Int32) {
        WorkThread.start { [collected] in
            var buffer = [UInt8](repeating: 0, count: 65536)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { break }
                collected.change { $0.bytes += buffer[..<count] }
            }
            close(descriptor)
            collected.change { $0.isAtEnd = true }
        }
    }

    /// All of it, at the end.
    func whole() async throws -> String { try await collected.wait(until: \.isAtEnd).text }

    /// Returns the text so far as soon as it fulfills a condition.
    @discardableResult
    func text(where condition: @escaping @Sendable (String) -> Bool) async throws -> String {
        try await collected.wait { condition($0.text) }.text
    }

    /// The lines that have come when there are so many.
    func lines(_ count: Int) async throws -> [String] {
        let text = try await text { $0.split(separator: "\n").count >= count && $0.hasSuffix("\n") }
        return text.split(separator: "\n").map(String.init)
    }
}
