#if Bridge
    internal import CTodayMosquitto
    internal import TodayModel

    /// The reason why a broker can't be used, as the end of a sentence about it.
    struct MQTTFailure: Error, Sendable, CustomStringConvertible {
        let description: String

        init(_ description: String, details: String? = nil) {
            self.description = description + (details.map { ": " + $0 } ?? "")
        }

        init(_ result: MosquittoResult) {
            switch result.code {
            case MOSQ_ERR_EAI.code, MOSQ_ERR_LOOKUP.code: self.init(tr("The address of the broker isn’t known"))
            case MOSQ_ERR_TLS.code, MOSQ_ERR_TLS_HANDSHAKE.code:
                self.init(tr("The certificate of the broker isn’t trusted, or it is for another name"))
            case MOSQ_ERR_KEEPALIVE.code, MOSQ_ERR_TIMEOUT.code: self.init(tr("The broker didn’t answer in time"))
            case MOSQ_ERR_CONN_LOST.code: self.init(tr("The connection to the broker broke"))
            case MOSQ_ERR_ERRNO.code where result.system != 0: self.init(Language.systemError(result.system))
            case MOSQ_ERR_ERRNO.code: self.init(tr("The connection to the broker broke"))
            default: self.init(String(cString: mosquitto_strerror(result.code)))
            }
        }

        /// - Parameter code: The reason code of CONNACK.
        init(connectionCode code: CInt) {
            switch code {
            case 4, 5, 134, 135: self.init(tr("The broker refused the user name or the password"))
            case 1, 132: self.init(tr("The broker doesn’t speak MQTT 5"))
            default: self.init(tr("The broker refused the connection"), details: MosquittoResult.reason(code))
            }
        }
    }
#endif
