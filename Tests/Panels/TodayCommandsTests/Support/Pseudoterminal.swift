import Glibc
import Testing

/// Opens a pseudoterminal of this size.
func openTerminal(rows: UInt16, columns: UInt16) throws -> (master: Int32, slave: Int32) {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (isLocked, number): (Int32, Int32) = (0, 0)
    // TIOCSPTLCK and TIOCGPTN, which are macros that Swift does not see.
    try #require(master >= 0 && ioctl(master, 0x4004_5431, &isLocked) == 0)
    try #require(ioctl(master, 0x8004_5430, &number) == 0)
    let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(slave >= 0 && ioctl(slave, UInt(TIOCSWINSZ), &size) == 0)
    return (master, slave)
}
