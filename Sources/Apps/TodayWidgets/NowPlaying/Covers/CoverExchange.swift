#if Widgets
    internal import TodayPlatform

    /// The memory that the program shares with the process that scales a cover: a length, then the file, which the
    /// scaled picture replaces.
    struct CoverExchange {
        /// The largest file that is read.
        static let mostBytes = 4 << 20
        private static let headSize = 64

        private let memory: SharedMemory

        /// Creates the memory with a file in it. Returns nil on failure.
        static func make(_ file: [UInt8]) -> (exchange: CoverExchange, descriptor: Int32)? {
            guard file.count <= mostBytes, let (memory, descriptor) = SharedMemory.make(size: headSize + mostBytes)
            else {
                return nil
            }
            let exchange = CoverExchange(memory: memory)
            exchange.room.copyBytes(from: file)
            exchange.setCount(file.count)
            return (exchange, descriptor)
        }

        /// Maps memory from another process. Returns nil if it doesn't have the right form.
        init?(_ descriptor: Int32) {
            guard let memory = SharedMemory(descriptor, size: Self.headSize + Self.mostBytes) else { return nil }
            self.memory = memory
        }

        private init(memory: SharedMemory) { self.memory = memory }

        /// The room for the file, and for the picture.
        var room: UnsafeMutableRawBufferPointer {
            UnsafeMutableRawBufferPointer(rebasing: memory.bytes[Self.headSize...])
        }

        /// The bytes of the file or of the picture. The other process may have written any length.
        var content: UnsafeRawBufferPointer {
            let count = memory.bytes.load(as: UInt32.self)
            return UnsafeRawBufferPointer(rebasing: room[..<min(Int(count), Self.mostBytes)])
        }

        /// Sets the length of the picture; 0 means that the file isn't a picture.
        func setCount(_ count: Int) { memory.bytes.storeBytes(of: UInt32(count), as: UInt32.self) }

        func unmap() { memory.unmap() }
    }
#endif
