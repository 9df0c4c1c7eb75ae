internal import DBus
internal import Glibc

/// How a program ends that could not do its work.
enum ExitStatus {
    /// 69, `EX_UNAVAILABLE` of sysexits.h, when there is no bus; else 1.
    static func of(_ error: any Error) -> CInt {
        switch error {
        case let error as ConnectionError where error.code == .cannotConnect: EX_UNAVAILABLE
        default: EXIT_FAILURE
        }
    }
}
