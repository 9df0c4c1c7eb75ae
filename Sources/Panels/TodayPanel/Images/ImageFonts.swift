#if Panel
    internal import CTodaySystem

    /// The fonts of this machine, for letters in pictures. Fontconfig is Pango's own affair, so it is asked for where it
    /// already is.
    enum ImageFonts {
        private typealias Start = @convention(c) () -> Int32
        private typealias Folders = @convention(c) (OpaquePointer?) -> OpaquePointer?
        private typealias Next = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?

        /// Reads which fonts there are, and returns rules that let a process read them; -1 where there is no such thing.
        static func makeRules() -> Int32 {
            guard let start: Start = libraryFunction("FcInit"), let next: Next = libraryFunction("FcStrListNext"),
                start() != 0
            else { return -1 }
            let rules = csystem_reading_rules()
            if rules < 0 { return -1 }
            for name in ["FcConfigGetFontDirs", "FcConfigGetCacheDirs"] {
                guard let folders: Folders = libraryFunction(name), let list = folders(nil) else { continue }
                while let folder = next(list) { _ = csystem_allow_reading(rules, folder) }
            }
            return rules
        }
    }
#endif
