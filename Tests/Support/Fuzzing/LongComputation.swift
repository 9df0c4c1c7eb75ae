// A build without the tests compiles this module, too, and does not find Testing.
#if canImport(Testing)
    import Glibc
    import Synchronization
    package import Testing
    import DBus

    /// Runs a test on a thread for long computations, which the tests that wait for events don't share.
    ///
    /// The tests run on as many threads as there are processors. A test that computes for seconds holds one of them, and
    /// tests with a deadline wait behind it.
    package struct LongComputation: SuiteTrait, TestTrait, TestScoping {
        package var isRecursive: Bool { true }

        package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

        package func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
        ) async throws {
            try await withTaskExecutorPreference(ComputingThread.shared) { try await function() }
        }
    }

    extension Trait where Self == LongComputation {
        /// The test computes for long, and waits for nothing.
        package static var longComputation: Self { LongComputation() }
    }

    /// A thread that runs one job after the other, with the lowest priority.
    private final class ComputingThread: TaskExecutor {
        static let shared = ComputingThread()

        private let jobs = Mutex<[UnownedJob]>([])
        private let channel: (read: CInt, write: CInt)

        private init() {
            var ends: [CInt] = [-1, -1]
            precondition(pipe(&ends) == 0, "cannot create a pipe")
            channel = (ends[0], ends[1])
            let isStarted = WorkThread.start { [self] in loop() }
            precondition(isStarted, "cannot start a thread")
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            jobs.withLock { $0.append(job) }
            var byte: UInt8 = 1
            _ = write(channel.write, &byte, 1)
        }

        private func loop() {
            var byte: UInt8 = 0
            while true {
                guard read(channel.read, &byte, 1) == 1 else { continue }
                let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                job?.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
    }
#endif
