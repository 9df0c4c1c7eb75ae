pragma Singleton
import QtQuick

QtObject {
    readonly property int planar: 0
    enum FormFactor { Planar, MediaCenter, Horizontal, Vertical }
}
