#if Panel
    internal import CTodayGtk
    internal import Glibc
    internal import TodayPlatform

    /// Loads gtk4-layer-shell at the position where it works: before libwayland-client.
    ///
    /// The library intercepts calls from GTK to libwayland-client by defining some functions of the latter itself. Its
    /// `linking.md` requires that it is loaded first. A program that is linked with GTK has libwayland-client from the
    /// start, so `dlopen` always comes too late. The panel can't link with the library, because not every desktop has
    /// it. So this program runs itself again, with the library in `LD_PRELOAD`.
    enum LayerShellPreload {
        private static let library = "libgtk4-layer-shell.so.0"
        private static let list = "LD_PRELOAD"
        /// The former value of the list, for the program that runs next. Its presence also marks that this was tried.
        private static let former = "TODAY_PANEL_LD_PRELOAD"

        /// Doesn't return if this program has to run again. Call this before the window is created.
        static func restartIfNeeded(_ arguments: [String]) {
            if let value = Environment[former] {
                // Programs started from here must not get the variable.
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
            // The panel continues as an ordinary window.
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

        /// Whether the library is installed. The linker would complain about a missing library.
        private static var isInstalled: Bool { dlopen(library, RTLD_LAZY | RTLD_LOCAL) != nil }

        /// The path instead of `/proc/self/exe`, which would become the name of the new process.
        private static var program: String? { ProcessFile.executable }
    }
#endif
