internal import DBus
internal import Glibc
internal import Synchronization

/// What the user asks a live view for by a key.
enum ViewKey: Hashable, Sendable {
    case quit, up, down, pageUp, pageDown, top, bottom

    private static let plain: [UInt8: ViewKey] = [
        UInt8(ascii: "q"): .quit, UInt8(ascii: "Q"): .quit, UInt8(ascii: "k"): .up, UInt8(ascii: "j"): .down,
        UInt8(ascii: "b"): .pageUp, UInt8(ascii: " "): .pageDown, UInt8(ascii: "g"): .top, UInt8(ascii: "G"): .bottom,
    ]

    /// What terminals send after `ESC [` or `ESC O`.
    private static let escaped: [String: ViewKey] = [
        "A": .up, "B": .down, "5~": .pageUp, "6~": .pageDown, "H": .top, "1~": .top, "F": .bottom, "4~": .bottom,
    ]

    /// The keys in what a terminal has sent; others are left out.
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

/// The keyboard of a terminal: read key by key, with nothing echoed.
final class Keyboard: Sendable {
    private let descriptor: Int32
    private let former: termios
    private let pressed = Mutex<[ViewKey]>([])

    /// Nil where there is no terminal to read from, or another program has it.
    init?(_ descriptor: Int32) {
        var settings = termios()
        guard isatty(descriptor) == 1, tcgetattr(descriptor, &settings) == 0 else { return nil }
        // Who changes the terminal from the background is stopped.
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

    /// The keys since the last call.
    func take() -> [ViewKey] {
        pressed.withLock { keys in
            defer { keys = [] }
            return keys
        }
    }

    /// Gives the terminal its former settings.
    func close() {
        var settings = former
        tcsetattr(descriptor, TCSANOW, &settings)
    }
}
