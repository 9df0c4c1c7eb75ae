internal import CTodaySystem
internal import Glibc

/// Exchanges the names of two files in one step: each name always leads to one of the files. Returns 0 or an `errno`
/// value, `EINVAL` or `ENOSYS` if the file system or the kernel can't do that. See renameat2(2).
package func exchangeFiles(_ first: String, _ second: String) -> CInt { -csystem_exchange_files(first, second) }
