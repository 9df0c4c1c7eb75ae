#if Panel
    internal import Glibc

    /// Returns a function, by its name, of a library that this program isn't linked with; nil if the library isn't
    /// loaded.
    func libraryFunction<Function>(_ name: String) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
    }
#endif
