internal import Glibc

/// Writes a whole text to a descriptor. If the descriptor is non-blocking, it waits until there is room.
///
/// `SIGPIPE` ends the process unless it is ignored.
///
/// - Returns: 0, or the `errno` value of the failure; part of the text may have been written by then.
package func writeAll(_ text: String, to descriptor: CInt) -> CInt {
    var text = text
    return text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
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

/// Prints a program's result.
///
/// - Returns: its exit status: 0, or 1 with the reason on standard error.
package func printWhole(_ text: String, by program: String) -> CInt {
    let code = writeAll(text, to: STDOUT_FILENO)
    if code == 0 { return EXIT_SUCCESS }
    _ = writeAll("\(program): cannot write: \(String(cString: strerror(code)))\n", to: STDERR_FILENO)
    return EXIT_FAILURE
}
