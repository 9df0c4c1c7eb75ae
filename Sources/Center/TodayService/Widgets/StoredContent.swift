internal import DBus
internal import TodayModel

/// The stored content of a widget: a value, or bytes from disk, which are decoded when they are first used.
///
/// Decoding all of it would be a third of the work of a start.
enum StoredContent: Equatable, Sendable {
    case given(Content)
    case onDisk(BytesOnDisk)

    static let empty = StoredContent.given(.empty)

    /// Whether the content is empty. Content on disk wasn't; decoding it shows whether it is readable.
    var isEmpty: Bool { if case .given(let content) = self { content.isEmpty } else { false } }

    var content: Content {
        switch self {
        case .given(let content): content
        case .onDisk(let bytes): bytes.content
        }
    }

    /// The size that counts for limits, see ``Content/byteCount``.
    var byteCount: Int {
        switch self {
        case .given(let content): content.byteCount
        case .onDisk(let bytes): bytes.byteCount ?? bytes.content.byteCount
        }
    }

    static func == (left: StoredContent, right: StoredContent) -> Bool {
        if case (.onDisk(let left), .onDisk(let right)) = (left, right), left === right { return true }
        return left.content == right.content
    }

    /// The bytes of content. A caller waits while another thread decodes them.
    final class BytesOnDisk: Sendable {
        private enum State {
            case bytes([UInt8])
            case read(Content)
        }

        /// Whether descriptions replaced pictures that version 3 of the contract refuses.
        let hasOtherPictures: Bool

        private let state: Locked<State>
        /// The size stored with them; nil if it wasn't stored yet.
        let byteCount: Int?
        private let report: @Sendable (any Error) -> Void

        /// - Parameter report: called with the reason if the bytes aren't valid content, which is then empty.
        init(_ bytes: UnsafeRawBufferPointer, byteCount: Int?, report: @escaping @Sendable (any Error) -> Void) {
            self.report = report
            // SVG was the only other format that version 2 accepted.
            if ImageData.mayHoldSVG(bytes), let content = Self.replacingPictures(bytes) {
                state = Locked(.read(content))
                hasOtherPictures = true
                self.byteCount = content.byteCount
            } else {
                state = Locked(.bytes(Array(bytes)))
                hasOtherPictures = false
                self.byteCount = byteCount
            }
        }

        private static func replacingPictures(_ bytes: UnsafeRawBufferPointer) -> Content? {
            guard var content = try? MarshalledValue.decode(variantOf: Content.self, from: bytes),
                content.replaceOtherPictures(), (try? content.validate()) != nil
            else { return nil }
            return content
        }

        /// The decoded content, validated like content from the bus.
        var content: Content {
            state.withLock { state in
                switch state {
                case .read(let content): return content
                case .bytes(let bytes):
                    let content = read(bytes)
                    state = .read(content)
                    return content
                }
            }
        }

        private func read(_ bytes: [UInt8]) -> Content {
            do {
                var content = try bytes.withUnsafeBytes { bytes in
                    try MarshalledValue.decode(variantOf: Content.self, from: bytes)
                }
                try content.validate()
                return content
            } catch {
                report(error)
                return .empty
            }
        }
    }
}
