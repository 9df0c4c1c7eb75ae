pragma Singleton
import QtQuick

QtObject {
    property color textColor: "#232629"
    property color linkColor: "#2980b9"
    property color positiveTextColor: "#27ae60"
    property color neutralTextColor: "#f67400"
    property color negativeTextColor: "#da4453"
    property color backgroundColor: "#eff0f1"
    property font defaultFont: Qt.application.font
}
