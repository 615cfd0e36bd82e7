import Foundation

/// The SHA-256 digest (FIPS 180-4 section 6.2) of bytes that come piece by piece.
struct SHA256: Sendable {
    private static let blockSize = 64

    private var hash = SIMD8<UInt32>(
        0x6a09_e667,
        0xbb67_ae85,
        0x3c6e_f372,
        0xa54f_f53a,
        0x510e_527f,
        0x9b05_688c,
        0x1f83_d9ab,
        0x5be0_cd19
    )
    /// Bytes that do not fill a block yet.
    private var rest: [UInt8] = []
    private var count: UInt64 = 0
    /// The message schedule, kept so that no block allocates.
    private var schedule = [UInt32](repeating: 0, count: 64)

    /// The digest of these bytes.
    static func digest(of data: Data) -> [UInt8] {
        var hasher = SHA256()
        hasher.update(data)
        return hasher.finalize()
    }

    /// The digest of parts, which is another one when the same bytes are cut in another way.
    static func digest(ofParts parts: [Data]) -> [UInt8] {
        var hasher = SHA256()
        for part in parts {
            hasher.update(part.count.bigEndianBytes)
            hasher.update(part)
        }
        return hasher.finalize()
    }

    /// Adds bytes.
    mutating func update(_ data: Data) { update(data.span) }

    /// Adds bytes.
    mutating func update(_ bytes: some Sequence<UInt8>) { update(Array(bytes).span) }

    /// Adds bytes.
    mutating func update(_ bytes: Span<UInt8>) {
        count &+= UInt64(bytes.count)
        var start = 0
        if !rest.isEmpty {
            start = min(Self.blockSize - rest.count, bytes.count)
            for index in 0..<start { rest.append(bytes[index]) }
            guard rest.count == Self.blockSize else { return }
            let block = rest
            rest = []
            compress(block.span, at: 0)
        }
        while bytes.count - start >= Self.blockSize {
            compress(bytes, at: start)
            start += Self.blockSize
        }
        for index in start..<bytes.count { rest.append(bytes[index]) }
    }

    /// The digest of all bytes so far, 32 bytes long. More may be added later all the same.
    func finalize() -> [UInt8] {
        var last = self
        let bits = count &* 8
        let zeros = (Self.blockSize * 2 - 9 - rest.count) % Self.blockSize
        last.update([0x80] + [UInt8](repeating: 0, count: zeros) + bits.bigEndianBytes)
        return (0..<8).flatMap { last.hash[$0].bigEndianBytes }
    }

    private mutating func compress(_ bytes: Span<UInt8>, at start: Int) {
        // Spans, since each check of an array's bounds and uniqueness would cost as much as a step.
        let constants = Self.constants.span
        let before = hash
        var w = schedule.mutableSpan
        for index in 0..<16 {
            let at = start + index * 4
            w[index] =
                UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8
                | UInt32(bytes[at + 3])
        }
        for index in 16..<64 {
            let (w15, w2) = (w[index - 15], w[index - 2])
            let s0 = w15.rotated(7) ^ w15.rotated(18) ^ (w15 >> 3)
            let s1 = w2.rotated(17) ^ w2.rotated(19) ^ (w2 >> 10)
            w[index] = w[index - 16] &+ s0 &+ w[index - 7] &+ s1
        }
        var (a, b, c, d) = (before[0], before[1], before[2], before[3])
        var (e, f, g, h) = (before[4], before[5], before[6], before[7])
        // Eight steps that take turns with the variables, so that none has to be moved.
        for index in stride(from: 0, to: 64, by: 8) {
            Self.round(a, b, c, &d, e, f, g, &h, constants[index] &+ w[index])
            Self.round(h, a, b, &c, d, e, f, &g, constants[index + 1] &+ w[index + 1])
            Self.round(g, h, a, &b, c, d, e, &f, constants[index + 2] &+ w[index + 2])
            Self.round(f, g, h, &a, b, c, d, &e, constants[index + 3] &+ w[index + 3])
            Self.round(e, f, g, &h, a, b, c, &d, constants[index + 4] &+ w[index + 4])
            Self.round(d, e, f, &g, h, a, b, &c, constants[index + 5] &+ w[index + 5])
            Self.round(c, d, e, &f, g, h, a, &b, constants[index + 6] &+ w[index + 6])
            Self.round(b, c, d, &e, f, g, h, &a, constants[index + 7] &+ w[index + 7])
        }
        hash = before &+ SIMD8(a, b, c, d, e, f, g, h)
    }

    @inline(__always)
    private static func round(
        _ a: UInt32,
        _ b: UInt32,
        _ c: UInt32,
        _ d: inout UInt32,
        _ e: UInt32,
        _ f: UInt32,
        _ g: UInt32,
        _ h: inout UInt32,
        _ input: UInt32
    ) {
        let s1 = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
        let t1 = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ input
        let s0 = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
        d &+= t1
        h = t1 &+ s0 &+ ((a & b) ^ (a & c) ^ (b & c))
    }

    /// FIPS 180-4 section 4.2.2.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}

extension FixedWidthInteger {
    fileprivate var bigEndianBytes: [UInt8] {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
    }

    fileprivate func rotated(_ count: Int) -> Self { self >> count | self << (Self.bitWidth - count) }
}

extension Sequence<UInt8> {
    /// The bytes in lower-case hexadecimal digits, two a byte.
    var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
