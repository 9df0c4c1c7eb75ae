#if Panel
    internal import Glibc
    internal import TodayPlatform

    /// The panel's request to its helper to decode one image. The file itself is in the slot.
    struct ImageRequest {
        let slot: Int32
        /// The length of the file, in bytes.
        let count: Int32
        /// The size in which it is shown, in logical pixels; NaN for its own size.
        let width, height: Double
    }

    /// The result for an image. Its pixels are in the slot: red, green, blue and opacity, a byte each.
    struct ImageReply {
        let slot: Int32
        /// In pixels; 0 if it can't be decoded.
        var width: Int32 = 0
        var height: Int32 = 0
    }

    /// The memory that the panel shares with its image helper, with room for a few images.
    ///
    /// A slot belongs to the panel before a request and after its answer.
    struct ImageSlots {
        /// The number of images that are decoded concurrently.
        static let count = 4
        /// The longest side of a picture, in pixels, regardless of the size that its file declares.
        static let longestSide = 512
        /// The room for the pixels, and for any file that the contract allows.
        static let size = longestSide * longestSide * 4
        private static let total = count * stride
        /// The room for the size of the picture; a multiple of every page size.
        private static let headSize = 65_536
        private static let stride = size + headSize

        private let memory: SharedMemory

        /// Creates the memory. Returns nil on failure.
        static func make() -> (slots: ImageSlots, descriptor: Int32)? {
            SharedMemory.make(size: total).map { (ImageSlots(memory: $0.memory), $0.descriptor) }
        }

        /// Maps memory from another process. Returns nil if it doesn't have the right form.
        init?(_ descriptor: Int32) {
            guard let memory = SharedMemory(descriptor, size: Self.total) else { return nil }
            self.memory = memory
        }

        private init(memory: SharedMemory) { self.memory = memory }

        /// Unmaps the memory, which must not be used after that.
        func unmap() { memory.unmap() }

        /// The start of the first slot.
        private var start: UnsafeMutableRawPointer { memory.bytes.baseAddress! }

        /// Unmaps all slots except one, so that the decoding process can reach no other picture.
        func keepOnly(_ index: Int) {
            for other in 0..<Self.count where other != index { munmap(start + other * Self.stride, Self.stride) }
        }

        /// Returns the room for the file and then its pixels.
        func content(_ index: Int) -> UnsafeMutableRawBufferPointer {
            UnsafeMutableRawBufferPointer(start: start + index * Self.stride + Self.headSize, count: Self.size)
        }

        /// Sets the answer of the process that decodes an image to the process that watches it.
        func setReply(_ reply: ImageReply) {
            (start + Int(reply.slot) * Self.stride).storeBytes(of: reply, as: ImageReply.self)
        }

        /// Returns that answer.
        func reply(_ index: Int) -> ImageReply { (start + index * Self.stride).load(as: ImageReply.self) }
    }
#endif
