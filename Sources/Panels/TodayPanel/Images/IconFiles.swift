#if Panel
    internal import DBus
    internal import Glibc
    internal import TodayPlatform

    /// Icon files, decoded like the images that widgets send, and cached until the files change.
    @MainActor final class IconFiles {
        static let shared = IconFiles()

        private let reader = IconReader()
        private var kept: [String: (version: FileVersion, texture: Texture?)] = [:]
        /// More icons than a user has widgets.
        private static let mostKept = 128
        /// The width and height of the largest icon with large text, in logical pixels.
        private static let size = 48.0

        /// Returns the pixels of a PNG file; nil if it doesn't exist, is broken, of another format, or too large.
        func texture(of path: String) async -> Texture? {
            guard let version = await reader.version(of: path) else { return nil }
            if let icon = kept[path], icon.version == version { return icon.texture }
            let file = await reader.bytes(of: path)
            let texture = await withCheckedContinuation { continuation in
                _ = ImageDecoder.shared.decode(file, width: Self.size, height: Self.size, for: self) { texture in
                    continuation.resume(returning: texture)
                }
            }
            if kept.count >= Self.mostKept { kept = [:] }
            kept[path] = (version, texture)
            return texture
        }
    }

    /// The properties that change when a file is rewritten.
    private struct FileVersion: Hashable, Sendable {
        let file: UInt
        let size, seconds, nanoseconds: Int
    }

    /// Reads files on a separate thread, because they may be on a file system that doesn't respond.
    private actor IconReader {
        private let loop = EventLoop(name: "icons")
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

        /// Returns nil if the file doesn't exist.
        func version(of path: String) -> FileVersion? {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return FileVersion(
                file: status.st_ino, size: status.st_size, seconds: status.st_mtim.tv_sec,
                nanoseconds: status.st_mtim.tv_nsec)
        }

        /// Returns the bytes of a file; empty if it can't be read or is larger than any image that can be decoded.
        func bytes(of path: String) -> [UInt8] {
            (try? TextFile.readBytes(path, maximumBytes: ImageSlots.size)) ?? []
        }
    }
#endif
