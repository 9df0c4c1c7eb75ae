#if Widgets
    internal import DBus
    internal import TodayModel

    /// The facts that a player reports about the current track. MPRIS 2.2, "Metadata"; players differ in the types of the values.
    struct Track: Equatable {
        /// The identifier for `SetPosition`; nil if the player has none.
        let identifier: ObjectPath?
        let title: String
        let artist: String
        /// The address of the cover; nil without one.
        let cover: String?
        /// The length in microseconds; nil if it is unknown, as of a radio station.
        let length: Int64?

        init(_ metadata: [String: DBusValue]) {
            identifier = if case .objectPath(let path)? = metadata["mpris:trackid"] { path } else { nil }
            artist = Self.texts(metadata["xesam:artist"]).joined(separator: ", ")
            cover = Self.texts(metadata["mpris:artUrl"]).first
            let length = Self.number(metadata["mpris:length"]) ?? 0
            self.length = length > 0 ? length : nil
            title =
                Self.texts(metadata["xesam:title"]).first
                ?? Self.texts(metadata["xesam:url"]).first.map(Self.fileName) ?? ""
        }

        private static func texts(_ value: DBusValue?) -> [String] {
            let texts: [String]
            switch value {
            case .string(let text)?: texts = [text]
            case .array(let elements, _)?:
                texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
            default: texts = []
            }
            return texts.map(ForeignText.title).filter { !$0.isEmpty }
        }

        private static func number(_ value: DBusValue?) -> Int64? {
            switch value {
            case .int64(let number)?: number
            case .uint64(let number)?: Int64(exactly: number)
            case .int32(let number)?: Int64(number)
            case .double(let number)?: Int64(exactly: number.rounded())
            default: nil
            }
        }

        /// Returns the last element of a URL.
        private static func fileName(_ url: String) -> String {
            url.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? url
        }
    }
#endif
