#if Panel
    internal import Glibc

    /// A function of a library that this program is not linked with, by its name; nil where the library is not loaded.
    func libraryFunction<Function>(_ name: String) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
    }
#endif
