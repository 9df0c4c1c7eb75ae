// Today at the right edge of the screen. Written from the documentation of Quickshell 0.3, and untested.
import QtQuick
import Quickshell
import Quickshell.Io
import "today"
import "today/today.js" as Today
import "today/words.mjs" as Words

ShellRoot {
    Process {
        id: feed

        command: ["todayctl", "bar", "--format", "panel"]
        running: true
        stdout: SplitParser {
            onRead: data => view.show(Today.read(data))
        }
        // The bus has gone, or an upgrade replaces todayctl.
        onExited: again.restart()
    }

    Timer {
        id: again

        interval: 2000
        onTriggered: feed.running = true
    }

    Component {
        id: tap

        Process {
            id: self

            property var ended

            stdout: StdioCollector {
                id: output
            }
            stderr: StdioCollector {
                id: problem
            }
            onExited: (status, kind) => {
                ended(status === 0 ? "" : problem.text || Words.say("commandEnded"), output.text);
                self.destroy();
            }
        }
    }

    PanelWindow {
        anchors {
            top: true
            right: true
            bottom: true
        }
        implicitWidth: 380
        exclusiveZone: 0
        color: view.theme.background

        TodayView {
            id: view

            anchors.fill: parent
            // Quickshell doesn't load Qt's translations, from which applications take their direction.
            isMirrored: Qt.locale().textDirection === Qt.RightToLeft
            run: (command, ended) => tap.createObject(view, {ended: ended}).exec(["todayctl"].concat(command))
            theme: TodayTheme {
                icon: Component {
                    Image {
                        property string name
                        property real size

                        source: name ? Quickshell.iconPath(name, true) : ""
                        sourceSize: Qt.size(size, size)
                        width: size
                        height: size
                    }
                }
            }
        }
    }
}
