import Foundation

/// The cards in both panels, and the pushes to them.
struct PanelCards {
    let count: Int

    /// An icon of the theme.
    static let icon = "drive-harddisk-symbolic"

    /// The initial picture of the first card; it shows that a panel is visible.
    var first: PurePicture { picture(0) }
    /// The picture of the last card, which is visible at the end of scrolling.
    var last: PurePicture { picture(count - 1) }

    /// Every card has a unique color, which doesn't appear anywhere else on the screen.
    private func picture(_ card: Int) -> PurePicture { PurePicture(color: 0x20_a000 + UInt32(card)) }

    /// Returns the picture of a push; each push has a different one.
    func picture(ofPush push: Int) -> PurePicture { PurePicture(color: 0xc0_2000 + UInt32(push)) }

    func identifier(_ card: Int) -> String { "org.example.Widget" + String(format: "%03d", card) }

    func name(_ card: Int) -> String { "Widget number \(card)" }
    private func text(_ push: Int) -> String { "As of push \(push): 12.3 of 45.6 GB are used" }
    private func value(_ push: Int) -> Double { Double(push % 100) / 100 }

    /// Returns the content of a card in its JSON form.
    func content(_ card: Int) -> String { content(card, picture(card)) }
    func content(push: Int) -> String { content(push, picture(ofPush: push)) }

    /// The cards that change at once, with the number of the push to each; the first card has the lowest.
    func changes(_ push: Int) -> [(card: Int, push: Int)] {
        (0..<min(count, Self.changedAtOnce)).map { ($0, push + $0) }
    }
    static let changedAtOnce = 20

    private func content(_ number: Int, _ picture: PurePicture) -> String {
        let data = Data(picture.file).base64EncodedString()
        return #"{"kind":"column","children":[{"kind":"text","text":"\#(text(number))"},"#
            + #"{"kind":"progress","value":\#(value(number))},"#
            + #"{"kind":"image","data":"\#(data)","width":32,"height":32,"description":"A colour"}]}"#
    }

    /// Returns the fields of a card for the bare panel.
    func line(_ card: Int) -> [String] { line(card, card, picture(card)) }
    /// Returns the fields of a push.
    func line(push: Int, to card: Int = 0) -> [String] { line(card, push, picture(ofPush: push)) }

    private func line(_ card: Int, _ number: Int, _ picture: PurePicture) -> [String] {
        [String(card), name(card), text(number), String(value(number)), Data(picture.file).base64EncodedString()]
    }
}
