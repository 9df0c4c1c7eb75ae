internal import DBus
internal import TodayModel

/// The content that is kept of a widget: what it was given, or what lies on disk, which is read when somebody asks for it.
///
/// To read all of it would be a third of the work of a start.
enum StoredContent: Equatable, Sendable {
    case given(Content)
    case onDisk(BytesOnDisk)

    static let empty = StoredContent.given(.empty)

    /// Whether there is none. What is on disk was some; whether it can be read shows when it is.
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

    /// The bytes of content. Whoever asks while another thread reads them waits for that.
    final class BytesOnDisk: Sendable {
        private enum State {
            case bytes([UInt8])
            case read(Content)
        }

        /// Whether descriptions replaced pictures that version 3 of the contract refuses.
        let hasOtherPictures: Bool

        private let state: Locked<State>
        /// What was noted when they were written; nil where that was not done yet.
        let byteCount: Int?
        private let complain: @Sendable (any Error) -> Void

        /// - Parameter complain: is told why the bytes are no content; there is none then.
        init(_ bytes: UnsafeRawBufferPointer, byteCount: Int?, complain: @escaping @Sendable (any Error) -> Void) {
            self.complain = complain
            // The only other format that version 2 took.
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

        /// What they hold, checked as what arrives on the bus.
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
                complain(error)
                return .empty
            }
        }
    }
}
