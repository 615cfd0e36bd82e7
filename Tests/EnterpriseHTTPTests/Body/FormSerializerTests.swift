import EnterpriseHTTP
import Foundation
import Testing

@Suite(.serialized) struct FormSerializerTests {
    @Test(arguments: [
        ("a b", "a+b"), ("+", "%2B"), ("&", "%26"), ("=", "%3D"), ("/", "%2F"), ("%", "%25"), ("?", "%3F"),
        ("#", "%23"),
        ("%2F", "%252F"), ("..", ".."), ("*-._", "*-._"), ("~", "%7E"), ("!'()", "%21%27%28%29"),
        ("a\r\nb\nc", "a%0D%0Ab%0Ac"),
        ("\"", "%22"), ("ü", "%C3%BC"), ("🎉", "%F0%9F%8E%89"), ("a[b]", "a%5Bb%5D"), ("\0", "%00"), ("", ""),
        ("AZaz09", "AZaz09"), ("http://x/?a=b&c", "http%3A%2F%2Fx%2F%3Fa%3Db%26c"),
    ])
    func `a name and a value are written as the URL standard says`(text: String, encoded: String) {
        #expect(FormEncoder.serialize([text: text]) == "\(encoded)=\(encoded)")
    }

    @Test func `every byte that is not kept becomes its two digits, in upper case`() {
        let kept = Set("*-._0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        for byte in UInt8(0)..<0x80 where byte != 0x20 {
            let text = String(UnicodeScalar(byte))
            let expected = kept.contains(byte) ? text : String(format: "%%%02X", Int(byte))
            #expect(FormEncoder.serialize([text: ""]) == "\(expected)=")
        }
    }

    @Test func `fields keep their order, may repeat, and are left out when nil`() {
        #expect(FormEncoder.serialize(["z": 1, "a": true, "none": nil as String?, "z": "2"]) == "z=1&a=true&z=2")
        #expect(FormEncoder.serialize([:]) == "")
    }

    @Test func `a form arrives byte for byte, with its type and length`() async throws {
        let arrival = try await EchoServer().post(.form(["account": "jane&co", "pwd": "p+s w%2F🎉"]))
        #expect(arrival.text == "account=jane%26co&pwd=p%2Bs+w%252F%F0%9F%8E%89")
        #expect(arrival.contentType == "application/x-www-form-urlencoded")
        #expect(arrival.length == arrival.body.count)
    }
}
