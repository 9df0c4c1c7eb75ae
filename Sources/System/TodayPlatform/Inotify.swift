internal import Glibc

/// The kernel's queue of changes in folders: inotify(7). It is readable while it isn't empty.
final class Inotify {
    /// An event in, or of, a watched folder.
    struct Event: Hashable {
        /// The number of the watch; -1 for the queue itself.
        let watch: Int32
        /// The kind of event: bits of `IN_…`.
        let mask: UInt32
        /// The name of the entry; empty if the event concerns the folder itself.
        let name: String

        /// Whether any of these bits is set.
        func has(_ bits: Int32) -> Bool { mask & UInt32(bitPattern: bits) != 0 }
    }

    /// Valid as long as this object lives.
    let descriptor: Int32

    /// Nil, with `errno` set, if the kernel has no more instances.
    init?() {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Watches a folder, or changes its mask. Returns the number of the watch, which all paths of one folder share; -1,
    /// with `errno` set, if the folder can't be watched.
    func watch(_ path: String, _ mask: Int32) -> Int32 {
        inotify_add_watch(descriptor, path, UInt32(bitPattern: mask))
    }

    /// Ends a watch. Its pending events still arrive.
    func end(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

    /// Removes and returns all pending events.
    func read() -> [Event] {
        var events: [Event] = []
        withUnsafeTemporaryAllocation(byteCount: 16384, alignment: 8) { buffer in
            while case let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
                Self.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &events)
            }
        }
        return events
    }

    /// Parses events: a header of four words (watch, mask, cookie, length of the name), then the name, which ends with
    /// a NUL.
    private static func parse(_ bytes: UnsafeRawBufferPointer, into events: inout [Event]) {
        var start = 0
        while start + 16 <= bytes.count {
            let length = Int(bytes.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
            let end = min(start + 16 + length, bytes.count)
            events.append(
                Event(
                    watch: bytes.loadUnaligned(fromByteOffset: start, as: Int32.self),
                    mask: bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self),
                    name: String(decoding: bytes[(start + 16)..<end].prefix { $0 != 0 }, as: UTF8.self)))
            start = end
        }
    }
}
