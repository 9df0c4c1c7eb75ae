pragma Singleton
import QtQuick

QtObject {
    enum FormFactor { Planar, MediaCenter, Horizontal, Vertical }
}
