#if Panel
    internal import CTodayGtk
    internal import Glibc
    internal import TodayPlatform

    /// The renderer of GTK, which has to be chosen before GTK starts: `cairo`, unless the user has chosen one.
    ///
    /// A panel stands still most of the time, so it gains little from a graphics processor. The table "Renderers" of
    /// `benchmark panel` compares `cairo` with the `gl` of Mesa on a machine without one, for 20 widgets: `cairo` takes
    /// 0.28 × the resident memory, 0.45 × the time of a launch, and 0.16 × the CPU time of a push a second.
    enum Renderer {
        private static let variable = "GSK_RENDERER"
        /// Draws with the processor.
        private static let processor = "cairo"

        /// Starts GTK. Returns false without a display.
        @MainActor static func startGTK() -> Bool {
            setenv(variable, processor, 0)
            guard Environment[variable] == processor else { return gtk_init_check() != 0 }
            // On X11, GTK loads the driver of OpenGL together with the display, even if nothing draws with it.
            let (name, value) = gtk_get_minor_version() < 16 ? ("GDK_DEBUG", "gl-disable") : ("GDK_DISABLE", "gl")
            guard Environment[name] == nil else { return gtk_init_check() != 0 }
            setenv(name, value, 1)
            // GTK reads it at its start only. Programs started from here must not get the variable.
            defer { unsetenv(name) }
            return gtk_init_check() != 0
        }
    }
#endif
