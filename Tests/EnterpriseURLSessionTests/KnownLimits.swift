import EnterpriseTesting

/// Why a check of the conformance suite is not passed.
struct KnownLimit: Sendable {
    let reason: String
    /// Whether the attempt ends the process, so that it must not be made in this one.
    var endsProcess = false
    /// Whether the check goes by the time something takes, so that a slow machine may pass it.
    var dependsOnSpeed = false
}

/// What `URLSessionTransport` can't do, on this system. `URLSessionConformanceTests` shows that each is still so.
let knownLimits: [TransportConformance.Check.ID: KnownLimit] = ownLimits.merging(systemLimits) { $1 }

/// What follows from how the transport is made.
private let ownLimits: [TransportConformance.Check.ID: KnownLimit] = [
    "upload-is-chunked": KnownLimit(reason: "a streamed body is gathered in memory, and has a length then"),
    "upload-refused": KnownLimit(reason: "a streamed body is gathered before anything is sent that could be refused"),
]

#if canImport(FoundationNetworking)
private let systemLimits: [TransportConformance.Check.ID: KnownLimit] = [
    "get-bodies": KnownLimit(reason: "GET with a body is refused"),
    "request-header-case": KnownLimit(reason: "URLRequest writes field names anew, as X-Lower for x-lower"),
    "ipv6": KnownLimit(reason: "a URL whose host is an IPv6 address is refused as a bad URL"),
    "response-header-order": KnownLimit(reason: "fields are kept in a dictionary"),
    "repeated-response-headers": KnownLimit(reason: "fields of one name are joined with commas, cookies too"),
    "header-without-space": KnownLimit(reason: "a field without a space after its colon fails the call"),
    "header-with-spaces": KnownLimit(reason: "white space after a value is kept"),
    "latin1-header": KnownLimit(reason: "a value that is not UTF-8 fails the call"),
    "trailers": KnownLimit(reason: "a fatal error: trailers are taken for a second head", endsProcess: true),
    "truncated-head": KnownLimit(reason: "a fatal error: there is no response", endsProcess: true),
    "headers-without-end": KnownLimit(reason: "a fatal error: there is no response", endsProcess: true),
    "broken-coding": KnownLimit(reason: "a body that can't be decoded is an unknown error, as one that breaks off is"),
    "post-is-not-repeated": KnownLimit(reason: "the request is sent again without its body, and hangs"),
    "patch-is-not-repeated": KnownLimit(reason: "the request is sent again without its body, and hangs"),
    "empty-post-is-not-repeated": KnownLimit(reason: "the request is sent again"),
    "back-pressure": KnownLimit(
        reason: "a task that is suspended loses its connection, so the reader can't slow it down",
        dependsOnSpeed: true
    ),
]
#else
// Not measured yet: the tests will say what belongs here.
private let systemLimits: [TransportConformance.Check.ID: KnownLimit] = [:]
#endif
