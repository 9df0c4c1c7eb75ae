extension UnownedSerialExecutor {
    /// Whether both are the same executor object.
    ///
    /// The type is two words, and the first one is the object. How the standard library compares them may change.
    func isSame(as other: UnownedSerialExecutor) -> Bool { object == other.object }

    private var object: UInt { withUnsafeBytes(of: self) { $0.load(as: UInt.self) } }
}
