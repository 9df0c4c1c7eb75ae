import Foundation

/// What both panels show, and what is pushed to them.
struct PanelCards {
    let count: Int

    /// A theme's icon.
    static let icon = "drive-harddisk-symbolic"

    /// The first card's picture at first; it is what tells that a panel is there.
    var first: PurePicture { picture(0) }
    /// The last card's picture, which is seen when all has been scrolled through.
    var last: PurePicture { picture(count - 1) }

    /// Every card has a colour of its own, which nothing else on the screen has.
    private func picture(_ card: Int) -> PurePicture { PurePicture(color: 0x20_a000 + UInt32(card)) }

    /// The picture of a push; no two have the same.
    func picture(ofPush push: Int) -> PurePicture { PurePicture(color: 0xc0_2000 + UInt32(push)) }

    func identifier(_ card: Int) -> String { "org.example.Widget" + String(format: "%03d", card) }

    func name(_ card: Int) -> String { "Widget number \(card)" }
    private func text(_ push: Int) -> String { "As of push \(push): 12.3 of 45.6 GB are used" }
    private func value(_ push: Int) -> Double { Double(push % 100) / 100 }

    /// The content of a card, in its JSON form.
    func content(_ card: Int) -> String { content(card, picture(card)) }
    func content(push: Int) -> String { content(push, picture(ofPush: push)) }

    private func content(_ number: Int, _ picture: PurePicture) -> String {
        let data = Data(picture.file).base64EncodedString()
        return #"{"kind":"column","children":[{"kind":"text","text":"\#(text(number))"},"#
            + #"{"kind":"progress","value":\#(value(number))},"#
            + #"{"kind":"image","data":"\#(data)","width":32,"height":32,"description":"A colour"}]}"#
    }

    /// The fields of a card for the bare panel.
    func line(_ card: Int) -> [String] { line(card, card, picture(card)) }
    /// The fields of a push to the first card.
    func line(push: Int) -> [String] { line(0, push, picture(ofPush: push)) }

    private func line(_ card: Int, _ number: Int, _ picture: PurePicture) -> [String] {
        [String(card), name(card), text(number), String(value(number)), Data(picture.file).base64EncodedString()]
    }
}
