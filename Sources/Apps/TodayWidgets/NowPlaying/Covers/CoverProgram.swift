#if Widgets
    internal import CTodaySystem
    internal import Glibc
    internal import TodayPlatform

    /// The program as the helper that scales one cover. It reads nothing of the file itself: a confined process of its
    /// own does, which can do little but compute.
    enum CoverProgram {
        /// The option that turns the program into the helper. It is internal.
        static let option = "--scale-cover"

        private static let mostMemory: UInt64 = 128 << 20
        private static let mostSeconds: UInt32 = 2
        /// The longest real time, on a busy machine.
        private static let patience: UInt32 = 10

        /// Scales the cover in the memory of descriptor 3. Returns the exit status.
        static func run() -> CInt {
            guard let exchange = CoverExchange(3) else { return EX_USAGE }
            close(3)
            var limits = csystem_confinement(memory: mostMemory, seconds: mostSeconds, patience: patience)
            let id = csystem_fork_confined(&limits)
            if id < 0 { return EX_OSERR }
            if id == 0 {
                exchange.setCount(CoverScaling.replace(exchange.content, in: exchange.room))
                _exit(0)
            }
            return ChildProcess.existing(id).wait() == .status(0) ? EX_OK : EX_DATAERR
        }
    }
#endif
