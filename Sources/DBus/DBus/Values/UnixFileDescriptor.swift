internal import TodayCLibrary

/// An owned file descriptor, which is closed when the last reference is released.
///
/// D-Bus passes duplicates in both directions. The sender's descriptor stays open. The receiver owns the duplicate,
/// with close-on-exec set.
public final class UnixFileDescriptor: Hashable, Sendable {
    private let descriptor: Locked<CInt>

    /// Takes ownership of an open descriptor.
    public init(owning descriptor: CInt) { self.descriptor = Locked(descriptor) }

    /// Duplicates an open descriptor, with close-on-exec set; nil if it can't be duplicated.
    public convenience init?(duplicating descriptor: CInt) {
        guard let duplicate = Self.duplicate(of: descriptor) else { return nil }
        self.init(owning: duplicate)
    }

    static func duplicate(of descriptor: CInt) -> CInt? {
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        return duplicate >= 0 ? duplicate : nil
    }

    /// The number of the descriptor; -1 once it is released.
    public var rawValue: CInt { descriptor.withLock { $0 } }

    /// Passes ownership to the caller, who must close the descriptor. A second call returns -1.
    public func release() -> CInt {
        descriptor.withLock { current in
            defer { current = -1 }
            return current
        }
    }

    public static func == (left: UnixFileDescriptor, right: UnixFileDescriptor) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    deinit {
        let open = release()
        if open >= 0 { close(open) }
    }
}
