internal import Glibc

/// Makes a folder for this user alone, and those above it. Whether it is there then shows when it is used.
func makeFolders(_ path: String) {
    var current = ""
    for part in path.split(separator: "/") {
        current += "/" + part
        mkdir(current, 0o700)
    }
}
