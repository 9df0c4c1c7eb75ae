#if Panel
    internal import CTodayGtk
    internal import Glibc
    internal import TodayPlatform

    /// Brings gtk4-layer-shell in where it works: before libwayland-client.
    ///
    /// The library stands between GTK and libwayland-client, by defining some of the latter's functions itself; its
    /// `linking.md` wants it loaded first. A program that is linked with GTK has libwayland-client from its first moment,
    /// so that `dlopen` always comes too late. To link with it is no way either where not every desktop has it. What is
    /// left is the dynamic linker: this program runs itself once more, with the library in `LD_PRELOAD`.
    enum LayerShellPreload {
        private static let library = "libgtk4-layer-shell.so.0"
        private static let list = "LD_PRELOAD"
        /// Holds what the list was before, for the program that is run then. Its presence also says that this was tried.
        private static let former = "TODAY_PANEL_LD_PRELOAD"

        /// Does not return if this program has to be run once more. To be called before there is a window.
        static func bringIn(_ arguments: [String]) {
            if let value = Environment[former] {
                // Programs started from here are to know nothing of it.
                unsetenv(former)
                setList(value)
                return
            }
            guard isOnWayland, !LayerShell.isLoaded, let program, isInstalled else { return }
            let value = Environment[list] ?? ""
            setenv(former, value, 1)
            setList(value.isEmpty ? library : library + ":" + value)
            var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
            execv(program, &strings)
            // It goes on as an ordinary window.
            for string in strings { free(string) }
            unsetenv(former)
            setList(value)
        }

        private static func setList(_ value: String) {
            if value.isEmpty { unsetenv(list) } else { setenv(list, value, 1) }
        }

        private static var isOnWayland: Bool {
            guard Environment["WAYLAND_DISPLAY"] != nil || Environment["WAYLAND_SOCKET"] != nil else { return false }
            guard let backend = Environment["GDK_BACKEND"] else { return true }
            return backend.hasPrefix("wayland") || backend.hasPrefix("*")
        }

        /// The linker would complain about a library that is not there.
        private static var isInstalled: Bool { dlopen(library, RTLD_LAZY | RTLD_LOCAL) != nil }

        /// The path, not `/proc/self/exe`, which would be the name of the new process.
        private static var program: String? { ProcessFile.executable }
    }
#endif
