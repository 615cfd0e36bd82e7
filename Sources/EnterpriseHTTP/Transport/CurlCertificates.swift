import CLibcurl
import Foundation

/// What is wrong with certificates and keys, in words that follow the file's name.
enum CurlCertificates {
    /// Nil when there is an authority among them that is valid now.
    static func problem(authorities: Data) -> String? {
        bytes(of: authorities) { words(cl_pem_check_authorities($0, $1)) }
    }

    /// Whose file is at fault, and why; nil when the certificate is valid now and the key belongs to it.
    static func problem(certificate: Data, key: Data, passphrase: String?) -> (isKey: Bool, words: String)? {
        let result = bytes(of: certificate) { certificate, length in
            bytes(of: key) { key, keyLength in
                cl_pem_check_identity(certificate, length, key, keyLength, passphrase)
            }
        }
        let isKey = [CL_PEM_NO_KEY, CL_PEM_LOCKED_KEY, CL_PEM_OTHER_KEY].map { Int32($0) }.contains(result)
        return words(result).map { (isKey, $0) }
    }

    private static func bytes<Result>(of data: Data, _ body: (UnsafePointer<CChar>?, Int) -> Result) -> Result {
        data.withUnsafeBytes { body($0.bindMemory(to: CChar.self).baseAddress, $0.count) }
    }

    private static func words(_ result: Int32) -> String? {
        switch Int(result) {
        case Int(CL_PEM_NO_CERTIFICATE): "holds no certificate in PEM"
        case Int(CL_PEM_EXPIRED): "has expired"
        case Int(CL_PEM_NOT_YET_VALID): "is not valid yet"
        case Int(CL_PEM_NO_KEY): "holds no private key in PEM"
        case Int(CL_PEM_LOCKED_KEY): "is locked, and keyPassphrase does not open it"
        case Int(CL_PEM_OTHER_KEY): "does not belong to the certificate"
        default: nil
        }
    }
}
