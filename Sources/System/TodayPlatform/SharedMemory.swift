internal import CTodaySystem
internal import Glibc

/// Memory of a fixed size that processes share, for example with a process that reads untrusted data.
package struct SharedMemory {
    /// The memory, until ``unmap()``.
    package let bytes: UnsafeMutableRawBufferPointer

    /// Creates memory. Returns it with a descriptor for other processes, which the caller closes; nil on failure.
    package static func make(size: Int) -> (memory: SharedMemory, descriptor: CInt)? {
        let descriptor = csystem_shared_memory(size)
        guard descriptor >= 0 else { return nil }
        if let memory = SharedMemory(descriptor, size: size) { return (memory, descriptor) }
        close(descriptor)
        return nil
    }

    /// Maps memory from another process. Returns nil if it doesn't have this size.
    package init?(_ descriptor: CInt, size: Int) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size == size,
            let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED
        else { return nil }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    /// Unmaps the memory, which must not be used after that.
    package func unmap() { munmap(bytes.baseAddress, bytes.count) }
}
