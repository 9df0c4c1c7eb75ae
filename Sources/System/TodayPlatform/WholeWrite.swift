internal import Glibc

/// Writes a whole text to a descriptor. If the descriptor is non-blocking, it waits until there is room.
///
/// `SIGPIPE` ends the process unless it is ignored.
///
/// - Returns: 0, or the `errno` value of the failure; part of the text may have been written by then.
package func writeAll(_ text: String, to descriptor: CInt) -> CInt { writeAll(Array(text.utf8), to: descriptor) }

/// Writes all bytes to a descriptor, as ``writeAll(_:to:)-(String,_)`` does.
package func writeAll(_ bytes: [UInt8], to descriptor: CInt) -> CInt {
    bytes.withUnsafeBytes { bytes in
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            let count = write(descriptor, start, rest.count)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno == EAGAIN {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                if poll(&entry, 1, -1) < 0, errno != EINTR { return errno }
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}

/// Writes a file atomically, new or existing. Readers see the old contents or the new ones.
///
/// - Parameter mode: the mode of the file, also of an existing one.
/// - Returns: 0, or the `errno` value of the failure; an existing file is then unchanged.
package func replaceFile(at path: String, with bytes: [UInt8], mode: UInt32) -> CInt {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
    let unfinished = "\(path[..<name]).\(path[name...]).\(getpid())"
    let file = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
    if file < 0 { return errno }
    var code = fchmod(file, mode) == 0 ? writeAll(bytes, to: file) : errno
    // A full disk is often reported only when the file is closed.
    if close(file) != 0, code == 0 { code = errno }
    if code == 0, rename(unfinished, path) != 0 { code = errno }
    if code != 0 { unlink(unfinished) }
    return code
}

/// Prints a program's result.
///
/// - Returns: its exit status: 0, or 1 with the reason on standard error.
package func printWhole(_ text: String, by program: String) -> CInt {
    let code = writeAll(text, to: STDOUT_FILENO)
    if code == 0 { return EXIT_SUCCESS }
    _ = writeAll("\(program): cannot write: \(String(cString: strerror(code)))\n", to: STDERR_FILENO)
    return EXIT_FAILURE
}
