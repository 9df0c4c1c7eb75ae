internal import DBus
internal import Glibc
internal import TodayModel
internal import TodayPlatform

extension SampleFile {
    /// Reads the content, under the rules of the center.
    ///
    /// - Parameter manifest: The path of the manifest that names the file; a relative path starts from its folder.
    /// - Throws: A fault of the key `Sample`.
    func content(of manifest: String) throws(Fault) -> Content {
        let folder = manifest.split(at: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        let file = isAbsolute || !manifest.utf8.contains(UInt8(ascii: "/")) ? path : folder + "/" + path
        var status = stat()
        let owner = stat(manifest, &status) == 0 ? status.st_uid : nil
        let text: String
        do throws(TextFile.ReadError) {
            text = try TextFile.read(file, maximumBytes: Limits.jsonBytes, owner: owner)
        } catch { throw Fault(path: "Sample", message: "cannot read \(file): \(error)") }
        do throws(Fault) { return try Content.parse(json: text) } catch {
            throw Fault(path: "Sample", message: "\(file): \(error)")
        }
    }
}
