import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting
import Testing

/// The three kinds of delegate a service may have, each as it is.
@Suite(.serialized, .timeLimit(.minutes(2))) struct DelegateKindsTests {
    private final class Plain: APIDelegate {
        let recorder = RecordingDelegate()
        func eventsLoaded(events: [Event]) { recorder.eventsLoaded(events: events) }
    }

    private actor Isolated: APIDelegate {
        let recorder = RecordingDelegate()
        var count = 0
        func eventsLoaded(events: [Event]) {
            count += events.count
            recorder.eventsLoaded(events: events)
        }
    }

    @MainActor private final class OnMain: APIDelegate {
        let recorder = RecordingDelegate()
        var count = 0
        func eventsLoaded(events: [Event]) {
            count += events.count
            recorder.eventsLoaded(events: events)
        }
    }

    @Test func `a plain class, an actor and a class on the main actor all hear of a call`() async throws {
        let backend = try ReferenceBackend.start()
        let api = API(configuration: try .testing(backend.url))
        let (plain, isolated, onMain) = (Plain(), Isolated(), await MainActor.run { OnMain() })
        let delegates: [(any APIDelegate, RecordingDelegate)] = [
            (plain, plain.recorder), (isolated, isolated.recorder), (onMain, onMain.recorder),
        ]
        for (delegate, recorder) in delegates {
            api.delegate = delegate
            api.getEvents()
            _ = try await recorder.next(.eventsLoaded)
        }
        #expect(await isolated.count == DemoCompany.demo.events.count)
        #expect(await onMain.count == DemoCompany.demo.events.count)
    }
}
