internal import TodayCLibrary

/// Bytes that grow at the end, with the alignment rules of D-Bus. It owns its memory.
struct ByteBuffer: ~Copyable {
    private(set) var start: UnsafeMutableRawPointer
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 256) {
        start = .allocate(byteCount: capacity, alignment: 8)
        self.capacity = capacity
    }

    deinit { start.deallocate() }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if count + more > capacity { grow(to: count + more) }
    }

    @inline(never)
    private mutating func grow(to needed: Int) {
        capacity = max(needed, capacity * 2)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
        larger.copyMemory(from: start, byteCount: count)
        start.deallocate()
        start = larger
    }

    /// Appends zero bytes up to a multiple of `alignment`, a power of two up to 8.
    @inline(__always)
    mutating func align(to alignment: Int) {
        let padding = -count & (alignment - 1)
        guard padding > 0 else { return }
        reserve(8)
        start.storeBytes(of: 0, toByteOffset: count, as: UInt64.self)
        count += padding
    }

    /// Appends a value at its natural alignment.
    @inline(__always)
    mutating func append<T: BitwiseCopyable>(_ value: T) {
        align(to: MemoryLayout<T>.size)
        reserve(MemoryLayout<T>.size)
        start.storeBytes(of: value, toByteOffset: count, as: T.self)
        count += MemoryLayout<T>.size
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        start.advanced(by: count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    /// Overwrites earlier bytes.
    mutating func replace(at offset: Int, with value: UInt32) {
        start.storeBytes(of: value, toByteOffset: offset, as: UInt32.self)
    }

    /// Drops everything after the first `count` bytes.
    mutating func truncate(to count: Int) { self.count = count }
}
