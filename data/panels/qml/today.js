.pragma library
.import "words.mjs" as Words
// Functions of the renderer for the lines of 'todayctl bar --format panel'.

// Locale.ShortFormat of QtQml
var SHORT = 1;

var files = {
    column: "TodayColumn.qml", row: "TodayRow.qml", grid: "TodayGrid.qml", list: "TodayList.qml", text: "TodayText.qml",
    timer: "TodayTimer.qml", progress: "TodayProgress.qml", image: "TodayImage.qml", button: "TodayButton.qml",
    toggle: "TodayToggle.qml", chart: "TodayChart.qml", section: "TodaySection.qml", divider: "TodayDivider.qml",
    spacer: "TodaySpacer.qml", checkbox: "TodayToggle.qml", slider: "TodaySlider.qml", clock: "TodayTimer.qml",
    entry: "TodayEntry.qml"
};

/** Returns whether the user operates nodes of a kind. */
function isControl(kind) {
    return ["button", "toggle", "checkbox", "slider", "entry"].indexOf(kind) >= 0;
}

function now() {
    return Date.now() * 1000;
}

/** Returns a number in the form of Qt's locale; in the locale `C`, as in JavaScript. */
function numberText(number, decimals) {
    var locale = Qt.locale();
    return locale.name === "C" ? number.toFixed(decimals) : number.toLocaleString(locale, "f", decimals);
}

/** Shows all words in the language of a line. `words` has the translations by the English texts. */
function speak(words) {
    var translate = function (text) { return words && words[text] || text; };
    Words.speak({
        gettext: translate,
        pgettext: function (_context, text) { return translate(text); },
        number: numberText,
        isRightToLeft: Qt.locale().textDirection === Qt.RightToLeft
    });
}

/** Reads a line; null if it is incomplete. */
function read(line) {
    try {
        return JSON.parse(line);
    } catch (error) {
        return null;
    }
}

/** Returns whether a text is the plain name of an icon in the theme, and neither a path nor a URL. */
function isIconName(text) {
    return /^[A-Za-z0-9._+-]{1,255}$/.test(text);
}

/** Returns the first character of a name as a capital, without blanks and punctuation before it. */
function initial(name) {
    var found = /^[\s!-\/:-@[-`{-\u00bf\u2000-\u206f]*([\uD800-\uDBFF][\uDC00-\uDFFF]|[^])/.exec(name);
    return found ? found[1].toUpperCase() : "";
}

/** Returns a duration as `m:ss`, or from one hour on as `h:mm:ss`. */
function clock(seconds) {
    var two = function (number) { return number < 10 ? "0" + number : "" + number; };
    var minutes = Math.floor(seconds / 60);
    if (minutes < 60)
        return minutes + ":" + two(seconds % 60);
    return Math.floor(minutes / 60) + ":" + two(minutes % 60) + ":" + two(seconds % 60);
}

/** Returns the date of a local time in the form of Qt's locale; in the locale `C`, as 2030-03-17. */
function dateText(utc) {
    var locale = Qt.locale();
    if (locale.name === "C")
        return utc.toISOString().slice(0, 10);
    // Noon exists on every day of every zone.
    return new Date(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate(), 12).toLocaleDateString(locale, SHORT);
}

/** Returns the time of day of a local time in the form of Qt's locale; in the locale `C`, as 17:46:40. */
function timeOfDay(utc, hasSeconds) {
    var locale = Qt.locale();
    if (locale.name === "C")
        return utc.toISOString().slice(11, hasSeconds ? 19 : 16);
    var format = locale.timeFormat(SHORT);
    // On this day, clocks weren't changed.
    return new Date(2000, 0, 1, utc.getUTCHours(), utc.getUTCMinutes(), utc.getUTCSeconds())
        .toLocaleTimeString(locale, hasSeconds ? format.replace(/([^\w'])mm/, "$1mm$1ss") : format);
}

/** Returns the wall time that a clock shows at a moment. */
function wallTime(node, now) {
    // Its parts in UTC are those of the local time.
    var utc = new Date(now / 1000 + node.offset * 1000);
    switch (node.style) {
    case "date": return dateText(utc);
    case "date-time": return Words.say("dateAndTime", {date: dateText(utc), time: timeOfDay(utc, false)});
    default: return timeOfDay(utc, node.style === "seconds");
    }
}

/** Returns the text of a timer or clock at a moment. */
function timerText(node, now) {
    if (node.kind === "clock")
        return wallTime(node, now);
    if (node.until !== undefined)
        return now < node.until ? clock(Math.ceil((node.until - now) / 1e6)) : node["finished-text"];
    if (node.since !== undefined)
        return clock(Math.floor(Math.max(now - node.since, 0) / 1e6));
    return node.text;
}

/** Returns the share of a progress, 0 to 1, or -1 if it is unknown. */
function fraction(node, now) {
    if (node.value !== undefined)
        return node.value;
    if (node.since === undefined)
        return -1;
    return Math.min(Math.max((now - node.since) / Math.max(node.until - node.since, 1), 0), 1);
}

/** Returns the name of a progress. */
function progressName(node, now) {
    var share = fraction(node, now);
    return node.name || node.label || (share < 0 ? Words.say("inProgress") : Words.percent(share));
}

/** Returns the text of a progress on one line. */
function progressText(node, now) {
    return node.label || (fraction(node, now) < 0 ? "" : Words.percent(fraction(node, now)));
}

/** Returns whether a part of a node moves without new content, from a moment on. */
function ticks(node, now) {
    return node.until !== undefined ? now < node.until : node.since !== undefined;
}

/**
 * Returns how long a node looks the same, in milliseconds; Infinity if it doesn't change without new content. A clock changes
 * on the minute or on the second.
 */
function rest(node, now) {
    if (node.kind !== "clock")
        return ticks(node, now) ? 200 : Infinity;
    var unit = node.style === "seconds" ? 1e6 : 60e6;
    return Math.ceil((unit - now % unit) / 1000) + 1;
}

/** Returns how long a node and all nodes in it look the same. */
function restOfAll(node, now) {
    return (node.children || []).reduce(function (least, child) { return Math.min(least, restOfAll(child, now)); },
        rest(node, now));
}

/** Returns the interval of a timer for a delay. Long timers of Qt can be late by a twentieth, so it also wakes up early. */
function interval(milliseconds) {
    return Math.min(milliseconds > 2000 ? milliseconds * 0.95 : milliseconds, 60000);
}

/** Returns the number of a slider nearest to a number: in its range, and one of its steps. */
function sliderValue(node, number) {
    var rounded = node.step > 0 ? node.minimum + Math.round((number - node.minimum) / node.step) * node.step : number;
    return Math.min(Math.max(isFinite(rounded) ? rounded : number, node.minimum), node.maximum);
}

/** Returns a text for an entry: spaces replace control characters, and it isn't longer than the limit. */
function enteredText(text) {
    var room = 4096, entered = "";
    for (var i = 0; i < text.length; i++) {
        var code = text.charCodeAt(i), isPair = code >= 0xd800 && code < 0xdc00 && i + 1 < text.length;
        room -= isPair ? 4 : code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
        if (room < 0)
            break;
        entered += code < 0x20 ? " " : text.charAt(i);
        if (isPair)
            entered += text.charAt(++i);
    }
    return entered;
}

/** Returns the text in a node that is tapped as a whole, without the nodes that have taps of their own. */
function words(node, now) {
    var own = node.name || (isText(node) && node.kind !== "text" ? timerText(node, now) : node.text || node.label || "");
    if (own)
        return own;
    return (node.children || []).map(function (child) { return child.tap ? "" : words(child, now); })
        .filter(function (text) { return text !== ""; }).join(" ");
}

/** Returns the first words of a node on one line. */
function firstLine(node, now) {
    var children = (node.children || []).map(function (child) { return firstLine(child, now); })
        .filter(function (text) { return text !== ""; });
    switch (node.kind) {
    case "column": case "list": return children[0] || "";
    case "row": case "grid": return children.join(" ");
    case "text": return node.text.split("\n")[0];
    case "timer": case "clock": return timerText(node, now);
    case "section": return node.label;
    case "progress": return progressText(node, now);
    default: return "";
    }
}

/** Returns whether a node takes the rest of a row's width. */
function fillsRow(node) {
    return ["chart", "spacer", "column", "list", "grid", "section", "row", "toggle", "checkbox", "slider", "entry"]
        .indexOf(node.kind) >= 0
        || node.kind === "progress" && node.style === "bar";
}

/** Returns whether a text takes the rest of a row's width, because no other node does. */
function takesRest(node, siblings) {
    return node.kind === "text" && node.alignment !== "leading" && !siblings.some(fillsRow);
}

/** Returns whether a node has no width of its own, and is as wide as its column. */
function fillsColumn(node, alignment) {
    if (["chart", "divider", "row", "grid", "list", "section", "toggle", "checkbox", "slider", "entry", "spacer"]
        .indexOf(node.kind) >= 0)
        return true;
    if (node.kind === "progress")
        return node.style === "bar";
    return alignment === "fill" && ["column", "text", "timer", "clock", "button"].indexOf(node.kind) >= 0;
}

/** Returns whether a node gets narrower when it has too little room. */
function isText(node) {
    return node.kind === "text" || node.kind === "timer" || node.kind === "clock";
}

/** Returns a node's identity among its siblings, across updates. */
function key(node, index) {
    return node.id || (node.kind === "section" ? node.label : "" + index);
}

/** Returns a mark. The item of a node stays with nodes that have the same mark among its siblings. */
function mark(node) {
    return node.kind + " " + (node.id !== undefined ? "#" + node.id : node.kind === "section" ? node.label : "");
}

/** Returns any text as one argument for sh. */
function quoted(text) {
    return "'" + text.replace(/'/g, "'\\''") + "'";
}

/** Returns the sentence of an explanation, the JSON of todayctl, with the widget's name in place of its identifier. */
function explanation(output, identifier, name) {
    var explained = read(output);
    var text = explained && explained.Text || "";
    return text.replace(identifier, function () { return name; }) || Words.say("noReason");
}

/** Returns the lines of a chart: numbers and names. */
function chartLines(node) {
    return [{numbers: node.values || [], name: node.label || ""}, {numbers: node.series || [], name: node["series-label"] || ""}]
        .filter(function (line) { return line.numbers.length > 0; });
}

/** Returns the error of todayctl in words for a card. */
function failure(text, identifier) {
    var line = text.split("\n").filter(function (line) { return line.indexOf("todayctl: ") === 0; })[0] || text.split("\n")[0];
    [ "todayctl: ", identifier + ": " ].forEach(function (prefix) {
        if (line.indexOf(prefix) === 0)
            line = line.slice(prefix.length);
    });
    // Identifiers and names stay unchanged.
    return /^[a-z]+[ ,.:;]/.test(line) ? line.charAt(0).toUpperCase() + line.slice(1) : line;
}
