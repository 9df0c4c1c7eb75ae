#if Panel
    internal import CTodaySystem
    internal import Glibc

    /// One image to decode, as the panel asks its helper for it. The file itself is in the slot.
    struct ImageRequest {
        let slot: Int32
        /// How long the file is, in bytes.
        let count: Int32
        /// How large it will be shown, in logical pixels; not a number for its own size.
        let width, height: Double
    }

    /// What has become of an image. Its pixels are in the slot: red, green, blue and opacity, a byte each.
    struct ImageReply {
        let slot: Int32
        /// In pixels; 0 where it cannot be decoded.
        var width: Int32 = 0
        var height: Int32 = 0
    }

    /// What the panel shares with the helper that decodes its images: memory with room for a few of them.
    ///
    /// A slot belongs to the panel until it has asked, and after it was answered.
    struct ImageSlots {
        /// How many images are decoded at the same time.
        static let count = 4
        /// The longest side that a picture may have, in pixels, whatever its file says of itself.
        static let longestSide = 512
        /// Room for the pixels, and for any file that the contract allows.
        static let size = longestSide * longestSide * 4
        private static let total = count * stride
        /// Where the size of the picture is. A multiple of every page size there is.
        private static let headSize = 65_536
        private static let stride = size + headSize

        /// Where the first one is.
        private let start: UnsafeMutableRawPointer

        /// Makes the memory. Returns nil if there is none.
        static func make() -> (slots: ImageSlots, descriptor: Int32)? {
            let descriptor = csystem_shared_memory(total)
            guard descriptor >= 0 else { return nil }
            if let slots = ImageSlots(descriptor) { return (slots, descriptor) }
            close(descriptor)
            return nil
        }

        /// Maps what somebody made, and returns nil if that is not what it should be.
        init?(_ descriptor: Int32) {
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_size == Self.total,
                let start = mmap(nil, Self.total, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
                start != MAP_FAILED
            else { return nil }
            self.start = start
        }

        /// Gives the memory back; nothing of it may be used any more.
        func unmap() { munmap(start, Self.total) }

        /// Gives back all but one, so that whoever decodes it reaches no other picture.
        func keepOnly(_ index: Int) {
            for other in 0..<Self.count where other != index { munmap(start + other * Self.stride, Self.stride) }
        }

        /// The file, then its pixels.
        func content(_ index: Int) -> UnsafeMutableRawBufferPointer {
            UnsafeMutableRawBufferPointer(start: start + index * Self.stride + Self.headSize, count: Self.size)
        }

        /// What the process that decodes an image says to the one that watches it.
        func setReply(_ reply: ImageReply) {
            (start + Int(reply.slot) * Self.stride).storeBytes(of: reply, as: ImageReply.self)
        }

        /// What it has said.
        func reply(_ index: Int) -> ImageReply { (start + index * Self.stride).load(as: ImageReply.self) }
    }
#endif
