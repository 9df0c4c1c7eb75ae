import DBus
import Testing
import TodayModel

/// The text of the fault that `body` throws, or nil if it throws none.
func faultText(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return "\(error)"
    }
}

/// A node on the bus.
func node(_ kind: String, _ attributes: [String: DBusValue] = [:], _ children: [DBusValue] = []) -> DBusValue {
    .structure([.string(kind), .properties(attributes), .variants(children)])
}

/// A text node on the bus.
func text(_ text: String) -> DBusValue { node("text", ["text": .string(text)]) }

/// The start of a PNG of the given size, which is all of it that is looked at.
func png(width: UInt32 = 2, height: UInt32 = 3) -> [UInt8] {
    func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + bytes(width)
        + bytes(height) + [8, 6, 0, 0, 0, 1, 2, 3, 4]
}
