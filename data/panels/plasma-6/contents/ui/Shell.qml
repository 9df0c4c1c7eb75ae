import QtQuick
import org.kde.plasma.plasma5support as Plasma5Support
import "today/today.js" as Today

// Runs commands with sh, through Plasma.
Plasma5Support.DataSource {
    property var calls: ({})
    property int count: 0
    // Names must differ between plasmoids, even for equal commands.
    readonly property string token: Math.random().toString(36).slice(2)

    /** Runs a command, given as an array, then calls `ended` with its exit status, output and errors. Returns its name. */
    function run(command, ended) {
        count += 1;
        var name = ": " + token + " " + count + "; exec " + command.map(Today.quoted).join(" ");
        calls[name] = ended;
        connectSource(name);
        return name;
    }

    /** Stops a command. */
    function stop(name) {
        delete calls[name];
        disconnectSource(name);
    }

    engine: "executable"
    onNewData: function (sourceName, data) {
        var ended = calls[sourceName];
        if (!ended || data["exit code"] === undefined)
            return;
        stop(sourceName);
        ended(data["exit status"] === 0 ? data["exit code"] : -1, data.stdout, data.stderr);
    }
}
