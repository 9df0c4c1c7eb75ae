#if Panel
    internal import CTodayGtk

    /// The arguments of a signal.
    @MainActor struct SignalArguments {
        fileprivate let values: UnsafePointer<GValue>?
        fileprivate let count: UInt32

        private func value(_ index: Int) -> UnsafePointer<GValue>? {
            index < Int(count) ? values.map { $0 + index } : nil
        }

        /// Returns the number at an index, for a parameter of type `guint`.
        func unsigned(_ index: Int) -> UInt32 { value(index).map { g_value_get_uint($0) } ?? 0 }

        /// Returns the number at an index, for a parameter of type `gint`.
        func integer(_ index: Int) -> Int32 { value(index).map { g_value_get_int($0) } ?? 0 }

        /// Returns the flags at an index.
        func flags(_ index: Int) -> UInt32 { value(index).map { g_value_get_flags($0) } ?? 0 }

        /// Returns the number at an index, for a parameter of type `gdouble`.
        func number(_ index: Int) -> Double { value(index).map { g_value_get_double($0) } ?? 0 }

        /// Returns the structure at an index, which is valid during the call.
        func boxed(_ index: Int) -> gpointer? { value(index).flatMap { g_value_get_boxed($0) } }

        /// Returns the object at an index.
        func object(_ index: Int) -> gpointer? { value(index).flatMap { g_value_get_object($0) } }
    }

    /// A closure that C code holds. It runs on the main thread, like all of GTK.
    final class Callback: Sendable {
        typealias Body = @MainActor (SignalArguments) -> Int32

        private let body: Body

        private init(_ body: @escaping Body) { self.body = body }

        /// Connects a handler to a signal of any signature. The result of the handler is the `gboolean` or `int` of the
        /// signal, if it has one. The handler lives until the object is destroyed or the handler is disconnected.
        @MainActor @discardableResult
        static func connect(_ object: gpointer, _ signal: String, _ body: @escaping Body) -> gulong {
            let box = Unmanaged.passRetained(Callback(body)).toOpaque()
            let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box)
            g_closure_add_finalize_notifier(closure, box) { box, _ in
                if let box { Unmanaged<Callback>.fromOpaque(box).release() }
            }
            g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
                guard let box = closure?.pointee.data else { return }
                let callback = Unmanaged<Callback>.fromOpaque(box).takeUnretainedValue()
                // The pointers are valid only during this call and on this thread.
                nonisolated(unsafe) let values = values
                let answer = MainActor.assumeIsolated {
                    callback.body(SignalArguments(values: values, count: count))
                }
                guard let result else { return }
                if cgtk_value_is_boolean(result) != 0 { g_value_set_boolean(result, gboolean(answer)) }
                if cgtk_value_is_int(result) != 0 { g_value_set_int(result, answer) }
            }
            return g_signal_connect_closure(object, signal, closure, 0)
        }

        /// Connects a handler without arguments and result.
        @MainActor @discardableResult
        static func connect(_ object: gpointer, _ signal: String, _ body: @escaping @MainActor () -> Void) -> gulong {
            connect(object, signal) { _ in
                body()
                return 0
            }
        }

        /// Runs a closure later on the main thread, repeatedly as long as it returns true. Returns the source's number.
        @MainActor static func after(milliseconds: UInt32, _ body: @escaping @MainActor () -> Bool) -> UInt32 {
            g_timeout_add_full(G_PRIORITY_DEFAULT, milliseconds, run, box(body), release)
        }

        /// Runs a closure later on the main thread, once. Returns the source's number.
        @MainActor @discardableResult
        static func once(afterMilliseconds wait: UInt32, _ body: @escaping @MainActor () -> Void) -> UInt32 {
            after(milliseconds: wait) {
                body()
                return false
            }
        }

        /// Runs a closure on the main thread for each signal of a kind such as SIGTERM, instead of the default action.
        @MainActor static func onSignal(_ number: Int32, _ body: @escaping @MainActor () -> Void) {
            let box = box {
                body()
                return true
            }
            g_unix_signal_add_full(G_PRIORITY_DEFAULT, number, run, box, release)
        }

        /// Runs a closure when a descriptor is readable or closed, as long as the closure returns true. Returns the
        /// source's number.
        @MainActor static func whenReadable(_ descriptor: Int32, _ body: @escaping @MainActor () -> Bool) -> UInt32 {
            let conditions = GIOCondition(rawValue: G_IO_IN.rawValue | G_IO_HUP.rawValue | G_IO_ERR.rawValue)
            return g_unix_fd_add_full(
                G_PRIORITY_DEFAULT, descriptor, conditions, { _, _, box in Callback.run(box) }, box(body), release)
        }

        /// Runs a closure when nothing more urgent is pending, frames included, repeatedly as long as it returns true.
        @MainActor static func whenIdle(_ body: @escaping @MainActor () -> Bool) {
            g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, run, box(body), release)
        }

        /// Runs a closure before every frame of a widget, with the time in µs, as long as it returns true.
        @MainActor static func eachFrame(
            of widget: UnsafeMutablePointer<GtkWidget>, _ body: @escaping @MainActor () -> Bool
        ) {
            gtk_widget_add_tick_callback(widget, { _, _, box in Callback.run(box) }, box(body), release)
        }

        /// Returns the pointer that C code holds and passes to ``run`` and ``release``.
        private static func box(_ body: @escaping @MainActor () -> Bool) -> gpointer {
            Unmanaged.passRetained(Callback { _ in body() ? 1 : 0 }).toOpaque()
        }

        private static let run: @convention(c) (gpointer?) -> gboolean = { box in
            guard let box else { return 0 }
            let callback = Unmanaged<Callback>.fromOpaque(box).takeUnretainedValue()
            return MainActor.assumeIsolated { callback.body(SignalArguments(values: nil, count: 0)) }
        }

        private static let release: @convention(c) (gpointer?) -> Void = { box in
            if let box { Unmanaged<Callback>.fromOpaque(box).release() }
        }
    }

    /// A single moment at which a closure runs. A new one replaces the former one.
    @MainActor final class Alarm {
        private var source: UInt32 = 0

        /// Whether the moment is in the future.
        var isSet: Bool { source != 0 }

        /// Sets the alarm, at the earliest in one millisecond.
        func set(milliseconds: UInt32, _ body: @escaping @MainActor () -> Void) {
            cancel()
            source = Callback.once(afterMilliseconds: max(milliseconds, 1)) { [weak self] in
                self?.source = 0
                body()
            }
        }

        /// Cancels the alarm.
        func cancel() {
            if source != 0 { g_source_remove(source) }
            source = 0
        }

        isolated deinit { cancel() }
    }
#endif
