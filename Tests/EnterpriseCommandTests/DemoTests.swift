import Testing

/// `demo`, as the built program.
@Suite(.serialized) struct DemoTests {
    @Test func `it hears every call and ends well`() async throws {
        let outcome = try await Program().run(["demo"])
        #expect(outcome.errors == "")
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.hasSuffix("\ndemo ok: 10 callbacks\n"))
        for kind in [
            "loginFailed", "loginSucceeded", "announcementsLoaded", "orgLoaded", "eventsLoaded", "productsLoaded",
            "purchasesLoaded", "userLoaded", "loggedOut",
        ] {
            #expect(outcome.output.contains("\n  \(kind)\n"))
        }
        #expect(outcome.output.contains("over the limit of 10000"))
        #expect(!outcome.output.contains(Installation.password))
    }
}
