/// Names of emoji, as in GitHub, Slack and the bars.
enum Emoji {
    /// Returns the text with each known `:name:` replaced by its emoji.
    static func replaced(in text: String) -> String {
        let colon = UInt8(ascii: ":")
        guard text.utf8.contains(colon) else { return text }
        var result: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.first {
            if byte == colon {
                let name = rest.dropFirst().prefix(longestName + 1).prefix { $0 != colon }
                if rest[name.endIndex...].first == colon, let emoji = byName[String(Substring(name)).lowercased()] {
                    result += emoji.utf8
                    rest = rest[name.endIndex...].dropFirst()
                    continue
                }
            }
            result.append(byte)
            rest = rest.dropFirst()
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let longestName = byName.keys.map(\.utf8.count).max() ?? 0

    private static let byName: [String: String] = [
        "smile": "😄", "smiley": "😃", "grinning": "😀", "grin": "😁", "joy": "😂", "laughing": "😆",
        "wink": "😉", "blush": "😊", "heart_eyes": "😍", "sunglasses": "😎", "thinking": "🤔",
        "neutral_face": "😐", "cry": "😢", "sob": "😭", "angry": "😠", "rage": "😡", "scream": "😱",
        "sleeping": "😴", "zzz": "💤", "tired_face": "😫", "mask": "😷", "robot": "🤖", "ghost": "👻",
        "skull": "💀", "poop": "💩", "alien": "👽", "wave": "👋", "ok_hand": "👌", "thumbsup": "👍",
        "+1": "👍", "thumbsdown": "👎", "-1": "👎", "clap": "👏", "pray": "🙏", "muscle": "💪",
        "point_right": "👉", "point_left": "👈", "point_up": "☝", "point_down": "👇", "eyes": "👀",
        "heart": "❤️", "broken_heart": "💔", "blue_heart": "💙", "green_heart": "💚", "yellow_heart": "💛",
        "star": "⭐", "star2": "🌟", "sparkles": "✨", "fire": "🔥", "boom": "💥", "zap": "⚡",
        "droplet": "💧", "snowflake": "❄️", "snowman": "⛄", "sunny": "☀️", "sun_with_face": "🌞",
        "partly_sunny": "⛅", "cloud": "☁️", "umbrella": "☔", "rainbow": "🌈", "ocean": "🌊", "moon": "🌔",
        "crescent_moon": "🌙", "full_moon": "🌕", "new_moon": "🌑", "earth_africa": "🌍",
        "earth_americas": "🌎", "earth_asia": "🌏", "globe_with_meridians": "🌐", "mushroom": "🍄",
        "cactus": "🌵", "evergreen_tree": "🌲", "seedling": "🌱", "four_leaf_clover": "🍀", "rose": "🌹",
        "cat": "🐱", "dog": "🐶", "bug": "🐛", "snake": "🐍", "penguin": "🐧", "octopus": "🐙", "whale": "🐳",
        "turtle": "🐢", "bird": "🐦", "monkey": "🐒", "unicorn": "🦄", "apple": "🍎", "banana": "🍌",
        "lemon": "🍋", "tomato": "🍅", "pizza": "🍕", "hamburger": "🍔", "coffee": "☕", "tea": "🍵",
        "beer": "🍺", "beers": "🍻", "wine_glass": "🍷", "cake": "🍰", "birthday": "🎂", "tada": "🎉",
        "gift": "🎁", "balloon": "🎈", "trophy": "🏆", "medal": "🏅", "soccer": "⚽", "basketball": "🏀",
        "dart": "🎯", "game_die": "🎲", "video_game": "🎮", "musical_note": "🎵", "notes": "🎶",
        "headphones": "🎧", "microphone": "🎤", "tv": "📺", "camera": "📷", "movie_camera": "🎥",
        "computer": "💻", "desktop_computer": "🖥️", "keyboard": "⌨️", "iphone": "📱", "phone": "☎️",
        "telephone": "☎️", "battery": "🔋", "electric_plug": "🔌", "bulb": "💡", "flashlight": "🔦",
        "floppy_disk": "💾", "cd": "💿", "hourglass": "⌛", "hourglass_flowing_sand": "⏳", "watch": "⌚",
        "alarm_clock": "⏰", "stopwatch": "⏱️", "timer_clock": "⏲️", "calendar": "📆", "date": "📅",
        "email": "📧", "envelope": "✉️", "mailbox": "📫", "inbox_tray": "📥", "outbox_tray": "📤",
        "package": "📦", "bell": "🔔", "no_bell": "🔕", "mega": "📣", "loudspeaker": "📢", "speaker": "🔈",
        "sound": "🔉", "loud_sound": "🔊", "mute": "🔇", "lock": "🔒", "unlock": "🔓", "key": "🔑",
        "mag": "🔍", "link": "🔗", "paperclip": "📎", "pushpin": "📌", "round_pushpin": "📍",
        "scissors": "✂️", "pencil": "📝", "pencil2": "✏️", "memo": "📝", "book": "📖", "books": "📚",
        "bookmark": "🔖", "newspaper": "📰", "clipboard": "📋", "file_folder": "📁",
        "open_file_folder": "📂", "page_facing_up": "📄", "wastebasket": "🗑️",
        "chart_with_upwards_trend": "📈", "chart_with_downwards_trend": "📉", "bar_chart": "📊",
        "hammer": "🔨", "wrench": "🔧", "gear": "⚙️", "nut_and_bolt": "🔩", "rocket": "🚀",
        "airplane": "✈️", "car": "🚗", "bus": "🚌", "train": "🚆", "train2": "🚆", "metro": "🚇",
        "bike": "🚲", "ship": "🚢", "construction": "🚧", "rotating_light": "🚨", "traffic_light": "🚥",
        "house": "🏠", "office": "🏢", "hospital": "🏥", "bank": "🏦", "moneybag": "💰", "dollar": "💵",
        "euro": "💶", "credit_card": "💳", "gem": "💎", "pill": "💊", "syringe": "💉", "thermometer": "🌡️",
        "warning": "⚠️", "exclamation": "❗", "question": "❓", "heavy_exclamation_mark": "❗",
        "bangbang": "‼️", "no_entry": "⛔", "no_entry_sign": "🚫", "stop_sign": "🛑", "x": "❌", "o": "⭕",
        "white_check_mark": "✅", "heavy_check_mark": "✔️", "ballot_box_with_check": "☑️",
        "heavy_multiplication_x": "✖️", "heavy_plus_sign": "➕", "heavy_minus_sign": "➖",
        "information_source": "ℹ️", "red_circle": "🔴", "large_blue_circle": "🔵", "green_circle": "🟢",
        "yellow_circle": "🟡", "orange_circle": "🟠", "white_circle": "⚪", "black_circle": "⚫",
        "arrow_up": "⬆️", "arrow_down": "⬇️", "arrow_left": "⬅️", "arrow_right": "➡️",
        "arrow_up_small": "🔼", "arrow_down_small": "🔽", "arrows_counterclockwise": "🔄", "repeat": "🔁",
        "recycle": "♻️", "back": "🔙", "soon": "🔜", "new": "🆕", "ok": "🆗", "cool": "🆒", "free": "🆓",
        "up": "🆙", "sos": "🆘", "100": "💯", "checkered_flag": "🏁", "triangular_flag_on_post": "🚩",
        "play_or_pause_button": "⏯️", "arrow_forward": "▶️", "pause_button": "⏸️", "stop_button": "⏹️",
        "fast_forward": "⏩", "rewind": "⏪", "next_track_button": "⏭️", "previous_track_button": "⏮️",
    ]
}
