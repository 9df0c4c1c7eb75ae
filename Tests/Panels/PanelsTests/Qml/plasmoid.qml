import QtQuick 2.15
import QtQuick.Window 2.15

// Shows the full representation of a plasmoid, and prints its texts. Then it loads the others and the configuration.
// Arguments: the folder of its QML, and a file for the stub of Plasma's module.
Window {
    id: window

    width: 400
    height: 900
    visible: true

    readonly property string folder: "file://" + Qt.application.arguments[Qt.application.arguments.length - 2]

    Loader {
        source: window.folder + "/main.qml"
        onLoaded: {
            full.sourceComponent = item.fullRepresentation;
            compact.sourceComponent = item.compactRepresentation;
        }
    }

    Loader {
        id: compact
    }

    Loader {
        id: configuration

        visible: false
        source: window.folder + "/configGeneral.qml"
    }

    Loader {
        id: full

        anchors.fill: parent
    }

    function texts(item) {
        var found = item.visible && item.textFormat !== undefined && item.text ? [item.text] : [];
        for (var i = 0; item.visible && i < item.children.length; i++)
            found = found.concat(texts(item.children[i]));
        return found;
    }

    // The center's answer comes later.
    Timer {
        interval: 50
        repeat: true
        running: true
        onTriggered: {
            var found = texts(full);
            if (found.length < 3 || !compact.item || !configuration.item)
                return;
            console.log("SHOWN " + JSON.stringify(found));
            running = false;
            Qt.quit();
        }
    }
}
