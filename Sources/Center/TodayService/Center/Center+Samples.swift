internal import Logging
internal import TodayModel

/// The implementation of `GetSample`.
extension Center {
    /// Returns the sample content of a widget; empty if it has none, or none that can be read.
    func sample(of text: String) async throws -> Content {
        let record = try registry.find(text).record
        guard let file = record.definition.sampleFile else { return record.definition.sample ?? .empty }
        do throws(SampleFile.Unusable) { return try await desktop.applications.sample(file) } catch {
            service.log(.warning, record.identifier, "Sample: \(file.path): \(error.reason)")
            return .empty
        }
    }
}
