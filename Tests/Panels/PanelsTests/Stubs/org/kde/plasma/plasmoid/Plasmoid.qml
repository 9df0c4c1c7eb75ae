pragma Singleton
import QtQuick

QtObject {
    property int formFactor: 0
    property var configuration: ({widgets: [], showText: false})
}
