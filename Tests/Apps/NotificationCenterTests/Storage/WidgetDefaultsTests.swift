import DBusTesting
import Glibc
import Testing

@testable import NotificationCenter

@Suite struct WidgetDefaultsTests {
    /// Here for its folder, which goes with it.
    private let bus: PrivateBus
    private var folder: String { bus.folder }

    init() async throws { bus = try await PrivateBus.start() }

    private var path: String { folder + "/a/b/defaults" }

    private func write(_ text: String) {
        let file = fopen(folder + "/x", "w")
        fputs(text, file)
        fclose(file)
    }

    @Test func valuesOutliveTheProcess() {
        let defaults = NCWidgetDefaults(path: path)
        defaults.set(0.1, forKey: "rate")
        defaults.set(-7, forKey: "count")
        defaults.set(true, forKey: "flag")
        defaults.set("ä=%\n\u{1}=", forKey: "odd =%\n key")
        defaults.set(["more": 3, "rate": 0.2])
        let again = NCWidgetDefaults(path: path)
        #expect(again.double(forKey: "rate") == 0.2)
        #expect(again.integer(forKey: "count") == -7)
        #expect(again.bool(forKey: "flag") == true)
        #expect(again.string(forKey: "odd =%\n key") == "ä=%\n\u{1}=")
        #expect(again.integer(forKey: "more") == 3)
        #expect(again.string(forKey: "count") == nil && again.double(forKey: "none") == nil)
        again.removeObject(forKey: "count")
        #expect(NCWidgetDefaults(path: path).integer(forKey: "count") == nil)
    }

    @Test func theFileIsReplacedWhole() throws {
        let defaults = NCWidgetDefaults(path: path)
        defaults.set(1, forKey: "a")
        let old = open(path, O_RDONLY)
        defaults.set(2, forKey: "a")
        var before = stat()
        var after = stat()
        fstat(old, &before)
        stat(path, &after)
        close(old)
        #expect(before.st_ino != after.st_ino && before.st_nlink == 0)
        #expect(after.st_mode & 0o777 == 0o600)
        #expect(access("\(path).\(getpid())", F_OK) != 0)
    }

    @Test(arguments: [
        "", "\n", "a", "=", "a=", "a=s", "a=i:", "a=i:x", "a=d:", "a=b:maybe", "a=z:1", "a=s:%", "a=s:%4", "a=s:%zz",
        "%ff=i:1", "a=s:%ff", "a=i:99999999999999999999",
    ])
    func damagedLinesAreLeftOut(_ line: String) {
        let values = DefaultsFile.values(in: line + "\ngood=i:1\n")
        #expect(values["good"] == 1 && values["a"] == nil)
    }

    @Test func damagedFilesAreEmpty() {
        write("good=i:1\n")
        #expect(NCWidgetDefaults(path: folder + "/x").integer(forKey: "good") == 1)
        write(String(repeating: "k=i:1\n", count: 300_000))
        #expect(NCWidgetDefaults(path: folder + "/x").integer(forKey: "k") == nil)
        #expect(NCWidgetDefaults(path: folder).integer(forKey: "k") == nil)
        #expect(NCWidgetDefaults(path: folder + "/none").integer(forKey: "k") == nil)
    }

    @Test func whatCannotBeWrittenLastsInMemory() {
        let defaults = NCWidgetDefaults(path: "/proc/none/defaults")
        defaults.set(1, forKey: "a")
        #expect(defaults.integer(forKey: "a") == 1)
        #expect(DefaultsFile.write([:], to: "/proc/none/defaults") != 0)
    }
}
