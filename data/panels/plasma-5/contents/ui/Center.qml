import QtQuick 2.15
import "today/today.js" as Today
import "today/words.mjs" as Words

// Follows the center while the user looks. A command waits for the next change, because Plasma's engine passes on the output of
// a command only when it exits.
Item {
    id: self

    property var shell
    // The identifiers of the widgets to show; empty for all of Today.
    property var widgets: []
    property bool isActive: false
    // The last line of 'todayctl bar --format panel'
    property var line: null
    // The name of the view. Its translation comes with the first line.
    readonly property string name: line !== null ? Words.say("today") : "Today"
    property string waiting
    property int failures: 0

    function ask() {
        if (!isActive || waiting !== "")
            return;
        var command = ["todayctl", "bar", "--format", "panel", "--wait", "" + (line && line.Revision || 0), "--"];
        waiting = shell.run(command.concat(widgets), function (status, output, error) {
            waiting = "";
            var news = status === 0 ? Today.read(output) : null;
            failures = news ? 0 : failures + 1;
            if (news) {
                Today.speak(news.Words);
                line = news;
            } else {
                line = {Available: false, Revision: 0, Title: Words.say("unavailable"), Cards: [],
                    Explanation: Today.failure(error || Words.say("commandEnded"), ""),
                    Notices: [Today.failure(error || Words.say("commandEnded"), "")]};
            }
            pause.interval = news ? 50 : Math.min(1000 * Math.pow(2, failures - 1), 30000);
            pause.restart();
        });
    }

    function again() {
        if (waiting !== "")
            shell.stop(waiting);
        waiting = "";
        pause.stop();
        ask();
    }

    /** Runs todayctl, as TodayView needs it. */
    function run(command, ended) {
        shell.run(["todayctl"].concat(command), function (status, output, error) {
            ended(status === 0 ? "" : error || Words.say("commandEnded"), output);
        });
    }

    // One call for both changes, with both new values.
    onIsActiveChanged: Qt.callLater(again)
    onWidgetsChanged: Qt.callLater(again)

    // Each try makes the bus start a center again, because that can succeed later.
    Timer {
        interval: 10000
        repeat: true
        running: self.isActive && self.line !== null && !self.line.Available
        onTriggered: self.again()
    }

    Timer {
        id: pause

        onTriggered: self.ask()
    }
}
