import DBusTesting
import Glibc
import Synchronization
import Testing

@testable import DBus

struct EventLoopTests {
    /// Counts on a loop.
    private actor Counter {
        let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        private(set) var count = 0

        init(_ loop: EventLoop) { self.loop = loop }
        func add() { count += 1 }
        func run<R: Sendable>(_ body: @Sendable (EventLoop) -> R) -> R { body(loop) }
    }

    private func makePipe() -> (read: CInt, write: CInt) {
        var ends: [CInt] = [-1, -1]
        #expect(pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    @Test func noJobIsForgotten() async {
        let counter = Counter(EventLoop())
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<1000 { await counter.add() } } }
        }
        #expect(await counter.count == 8000)
    }

    @Test func jobsRunOnTheLoop() async {
        let counter = Counter(EventLoop())
        #expect(!counter.loop.isCurrent)
        #expect(await counter.run { $0.isCurrent })
    }

    @Test func aTaskSleepsForATimeOrUntilItIsCanceled() async throws {
        let loop = EventLoop()
        let start = ContinuousClock.now
        try await loop.sleep(for: .milliseconds(20))
        #expect(ContinuousClock.now - start >= .milliseconds(20))
        let sleeper = Task { try await loop.sleep(for: .seconds(1_000_000)) }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        // A task that is canceled already.
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await loop.sleep(for: .seconds(1_000_000))
        }
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    @Test func timersFireOnceInOrderAndNotAfterTheyWereCancelled() async throws {
        let counter = Counter(EventLoop())
        let fired = AsyncStream.makeStream(of: String.self)
        await counter.run { loop in
            let now = MonotonicTime.now
            _ = loop.schedule(at: now + .milliseconds(20)) {
                fired.continuation.yield("last")
                fired.continuation.finish()
            }
            let cancelled = loop.schedule(at: now + .milliseconds(5)) { fired.continuation.yield("cancelled") }
            _ = loop.schedule(at: now + .milliseconds(10)) {
                #expect(loop.isCurrent)
                #expect(MonotonicTime.now >= now + .milliseconds(10))
                fired.continuation.yield("second")
            }
            _ = loop.schedule(at: now + .seconds(-1)) { fired.continuation.yield("first") }
            _ = loop.schedule(at: now + .seconds(Int64.max)) { fired.continuation.yield("never") }
            loop.cancel(cancelled)
        }
        let order = try await withDeadline { await fired.stream.reduce(into: []) { $0.append($1) } }
        #expect(order == ["first", "second", "last"])
    }

    @Test func aDescriptorIsWatchedUntilItIsCancelled() async throws {
        let counter = Counter(EventLoop())
        let (input, output) = makePipe()
        defer { close(input) }
        let bytes = AsyncStream.makeStream(of: UInt8.self)
        await counter.run { loop in
            let cell = Mutex<DescriptorWatch?>(nil)
            let watch = DescriptorWatch(input, on: loop) {
                var byte: UInt8 = 0
                if read(input, &byte, 1) == 1 {
                    bytes.continuation.yield(byte)
                } else {
                    cell.withLock { $0 }?.cancel()
                    bytes.continuation.finish()
                }
            }
            cell.withLock { $0 = watch }
        }
        for byte: UInt8 in 1...3 { withUnsafeBytes(of: byte) { _ = write(output, $0.baseAddress, 1) } }
        close(output)
        let found = try await withDeadline { await bytes.stream.reduce(into: []) { $0.append($1) } }
        #expect(found == [1, 2, 3])
    }

    /// Both are ready in the same turn; the one that is handled first cancels both.
    @Test func aWatchThatWasCancelledMeanwhileIsNotCalled() async throws {
        let counter = Counter(EventLoop())
        let (input, output) = makePipe()
        defer {
            close(input)
            close(output)
        }
        withUnsafeBytes(of: UInt8(1)) { _ = write(output, $0.baseAddress, 1) }
        let calls = Count()
        let watches = Mutex<[DescriptorWatch]>([])
        await counter.run { loop in
            for _ in 0..<2 {
                let watch = DescriptorWatch(input, on: loop) {
                    calls.add()
                    for watch in watches.withLock({ $0 }) { watch.cancel() }
                }
                watches.withLock { $0.append(watch) }
            }
        }
        try await withDeadline { while await counter.run({ _ in calls.value }) == 0 {} }
        _ = await counter.count
        #expect(calls.value == 1)
    }

    /// A closed descriptor is always "ready"; it must not keep the thread busy.
    @Test func aDescriptorThatWasClosedIsNotWatchedAnyMore() async throws {
        let counter = Counter(EventLoop())
        let calls = Count()
        let told = Gate()
        await counter.run { loop in
            // A number that no descriptor of this process can have.
            _ = DescriptorWatch(CInt.max, on: loop) {
                calls.add()
                Task { await told.open() }
            }
        }
        try await withDeadline { await told.wait() }
        for _ in 0..<100 { await counter.add() }
        #expect(calls.value == 1)
    }

    /// From a thread other than the loop's.
    @Test func timersAndWatchesBeginAnywhere() async throws {
        let loop = EventLoop()
        let (input, output) = makePipe()
        defer {
            close(input)
            close(output)
        }
        let events = WatchedValue<[String]>([])
        let late = loop.schedule(after: .seconds(3600)) { events.change { $0.append("late") } }
        loop.schedule(after: .zero) { events.change { $0.append("timer \(loop.isCurrent)") } }
        try await events.wait { $0 == ["timer true"] }
        let watch = loop.watch(input) {
            var byte: UInt8 = 0
            events.change { $0.append("read \(read(input, &byte, 1)) \(loop.isCurrent)") }
        }
        var byte: UInt8 = 1
        #expect(write(output, &byte, 1) == 1)
        try await events.wait { $0.last == "read 1 true" }
        watch.cancel()
        loop.cancel(late)
        let counter = Counter(loop)
        #expect(await counter.run { $0.timerCount + $0.sourceCount } == 0)
    }

    /// An actor of a program that waits for a pipe and for a moment, and is not woken by anything else.
    private actor Waiter {
        let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        private var watch: DescriptorWatch?
        private var writing: DescriptorWatch?
        private var timer: EventLoop.Timer?
        private(set) var events: [String] = []

        init(_ loop: EventLoop) { self.loop = loop }

        func wait(for input: CInt, and output: CInt) {
            watch = loop.watch(input) { [weak self] in self?.assumeIsolated { $0.read(input) } }
            timer = loop.schedule(after: .seconds(3600)) { [weak self] in self?.assumeIsolated { $0.note("late") } }
            loop.schedule(after: .zero) { [weak self] in self?.assumeIsolated { $0.note("at once") } }
            writing = loop.watch(output, for: .writing) { [weak self] in
                self?.assumeIsolated {
                    $0.writing?.cancel()
                    $0.note("writable")
                }
            }
        }

        private func note(_ event: String) { events.append(event) }

        private func read(_ input: CInt) {
            var byte: UInt8 = 0
            note(Glibc.read(input, &byte, 1) == 1 ? "byte \(byte)" : "end")
            if events.last == "end" { watch?.cancel() }
        }

        /// How much is waited for.
        var waiting: Int { loop.timerCount + loop.sourceCount }

        func giveUp() {
            if let timer { loop.cancel(timer) }
            watch?.cancel()
        }
    }

    @Test func aProgramWaitsForItsOwn() async throws {
        let thread = "waits"
        let waiter = Waiter(EventLoop(name: thread))
        let (input, output) = makePipe()
        defer { close(input) }
        await waiter.wait(for: input, and: output)
        await eventually("it is not told") { await waiter.events.count == 2 }
        #expect(Set(await waiter.events) == ["at once", "writable"])
        let other = Counter(EventLoop())
        // A watch and a timer don't wake the thread on their own.
        try await expectRest(of: thread) { for _ in 0..<100 { await other.add() } }
        for byte: UInt8 in 1...2 { withUnsafeBytes(of: byte) { _ = write(output, $0.baseAddress, 1) } }
        close(output)
        await eventually("the end is not told") { await waiter.events.last == "end" }
        #expect(await waiter.events.dropFirst(2) == ["byte 1", "byte 2", "end"])
        try await expectRest(of: thread) { for _ in 0..<100 { await other.add() } }
        await waiter.giveUp()
        #expect(await waiter.waiting == 0)
    }

    @Test func signalsOfThisProcessDoNotDisturbIt() async throws {
        let counter = Counter(EventLoop())
        signal(SIGUSR2) { _ in }
        let thread = await counter.run { _ in UInt(pthread_self()) }
        let fired = Gate()
        await counter.run { loop in
            _ = loop.schedule(at: .now + .milliseconds(20)) { Task { await fired.open() } }
        }
        for _ in 0..<200 {
            pthread_kill(pthread_t(thread), SIGUSR2)
            await counter.add()
        }
        try await withDeadline { await fired.wait() }
        #expect(await counter.count == 200)
    }

    @Test func theThreadEndsWithTheLastReference() async {
        let name = "loop-ends"
        do {
            let counter = Counter(EventLoop(name: name))
            await counter.add()
            withExtendedLifetime(counter) { #expect(Threads.named(name).count == 1) }
        }
        await eventually("the thread still runs") { Threads.named(name).isEmpty }
    }

    @Test func aLoopThatNobodyUsesEnds() async {
        let name = "loop-unused"
        do { _ = EventLoop(name: name) }
        await eventually("the thread still runs") { Threads.named(name).isEmpty }
    }
}
