extension UnownedSerialExecutor {
    /// Whether both are the same executor object.
    ///
    /// The type is two words, of which the first is the object; how the standard library compares them is its own affair.
    func isSame(as other: UnownedSerialExecutor) -> Bool { object == other.object }

    private var object: UInt { withUnsafeBytes(of: self) { $0.load(as: UInt.self) } }
}
