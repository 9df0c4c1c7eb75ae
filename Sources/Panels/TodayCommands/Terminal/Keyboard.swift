internal import DBus
internal import Glibc
internal import Synchronization

/// A request of the user to a live view, made with a key.
enum ViewKey: Hashable, Sendable {
    case quit, up, down, pageUp, pageDown, top, bottom

    private static let plain: [UInt8: ViewKey] = [
        UInt8(ascii: "q"): .quit, UInt8(ascii: "Q"): .quit, UInt8(ascii: "k"): .up, UInt8(ascii: "j"): .down,
        UInt8(ascii: "b"): .pageUp, UInt8(ascii: " "): .pageDown, UInt8(ascii: "g"): .top, UInt8(ascii: "G"): .bottom,
    ]

    /// The sequences that terminals send after `ESC [` or `ESC O`.
    private static let escaped: [String: ViewKey] = [
        "A": .up, "B": .down, "5~": .pageUp, "6~": .pageDown, "H": .top, "1~": .top, "F": .bottom, "4~": .bottom,
    ]

    /// Returns the keys in the input of a terminal and skips all other keys.
    static func keys(in bytes: some Collection<UInt8>) -> [ViewKey] {
        var keys: [ViewKey] = []
        var rest = Array(bytes)[...]
        while let byte = rest.popFirst() {
            guard byte == 0x1B, let next = rest.first, next == UInt8(ascii: "[") || next == UInt8(ascii: "O") else {
                if let key = plain[byte] { keys.append(key) }
                continue
            }
            rest.removeFirst()
            // A sequence ends with its first byte from @ to ~.
            let end = rest.firstIndex { (0x40...0x7E).contains($0) } ?? rest.endIndex
            let sequence = rest[..<min(end + 1, rest.endIndex)]
            if let key = escaped[String(decoding: sequence, as: UTF8.self)] { keys.append(key) }
            rest = rest[sequence.endIndex...]
        }
        return keys
    }
}

/// The keyboard of a terminal, read key by key and without echo.
final class Keyboard: Sendable {
    private let descriptor: Int32
    private let former: termios
    private let pressed = Mutex<[ViewKey]>([])

    /// Returns nil if the descriptor isn't a terminal, or if another program has it.
    init?(_ descriptor: Int32) {
        var settings = termios()
        guard isatty(descriptor) == 1, tcgetattr(descriptor, &settings) == 0 else { return nil }
        // The kernel stops a background process that changes the terminal.
        let foreground = tcgetpgrp(descriptor)
        if foreground >= 0, foreground != getpgrp() { return nil }
        self.descriptor = descriptor
        former = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        withUnsafeMutableBytes(of: &settings.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        if tcsetattr(descriptor, TCSANOW, &settings) != 0 { return nil }
    }

    /// Calls `handler` on a thread of its own whenever keys have been pressed.
    func watch(_ handler: @escaping @Sendable () -> Void) {
        WorkThread.start { [self] in
            var buffer = [UInt8](repeating: 0, count: 256)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return }
                let keys = ViewKey.keys(in: buffer[..<count])
                if keys.isEmpty { continue }
                pressed.withLock { $0 += keys }
                handler()
            }
        }
    }

    /// Returns the keys since the last call.
    func popKeys() -> [ViewKey] {
        pressed.withLock { keys in
            defer { keys = [] }
            return keys
        }
    }

    /// Restores the former settings of the terminal.
    func close() {
        var settings = former
        tcsetattr(descriptor, TCSANOW, &settings)
    }
}
