internal import Glibc
internal import TodayModel
internal import TodayPlatform

extension SampleFile {
    /// The reason why a sample isn't shown.
    struct Unusable: Error { let reason: String }

    /// Reads the content.
    ///
    /// - Throws: If it isn't a file of the manifest's owner, or not valid content.
    func content() throws(Unusable) -> Content {
        let text: String
        do throws(TextFile.ReadError) {
            text = try TextFile.read(path, maximumBytes: Limits.jsonBytes, owner: owner)
        } catch { throw Unusable(reason: error.description) }
        do throws(Fault) { return try Content.parse(json: text) } catch { throw Unusable(reason: "\(error)") }
    }
}

extension Applications {
    /// Reads the sample of an installed widget, on the thread that reads files.
    func sample(_ file: SampleFile) throws(SampleFile.Unusable) -> Content { try file.content() }
}
