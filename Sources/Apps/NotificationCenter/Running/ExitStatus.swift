internal import DBus
internal import Glibc

/// The exit status of a program that couldn't do its work.
enum ExitStatus {
    /// Returns 69, `EX_UNAVAILABLE` of sysexits.h, if the bus isn't running; otherwise 1.
    static func of(_ error: any Error) -> CInt {
        switch error {
        case let error as ConnectionError where error.code == .cannotConnect: EX_UNAVAILABLE
        default: EXIT_FAILURE
        }
    }
}
