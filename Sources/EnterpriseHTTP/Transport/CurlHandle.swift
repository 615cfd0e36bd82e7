import CLibcurl

/// One easy handle and what must live as long as a transfer on it. Used on the engine's thread alone.
final class CurlHandle {
    let easy: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var headerList: UnsafeMutableRawPointer?
    private var resolveList: UnsafeMutableRawPointer?
    /// The first result code other than success of setting an option.
    private(set) var refusal: Int?

    /// Nil when there is no memory for one.
    init?() {
        guard let easy = cl_easy_init() else { return nil }
        self.easy = easy
        errorText = .allocate(capacity: Int(CL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CL_ERROR_SIZE))
    }

    deinit {
        cl_easy_cleanup(easy)
        cl_slist_free_all(headerList)
        cl_slist_free_all(resolveList)
        errorText.deallocate()
    }

    /// Back to a new handle's options; the connection stays with the multi handle.
    func reset() {
        cl_easy_reset(easy)
        cl_slist_free_all(headerList)
        cl_slist_free_all(resolveList)
        (headerList, resolveList) = (nil, nil)
        errorText[0] = 0
        refusal = nil
    }

    /// Lets a transfer go on that a callback has paused.
    func resume() { cl_easy_pause(easy, Int32(CL_PAUSE_CONT)) }

    func set(_ option: Int, _ value: Int) { note(cl_easy_set_long(easy, Int32(option), value)) }
    func set(_ option: Int, _ value: Bool) { set(option, value ? 1 : 0) }
    func set(_ option: Int, _ value: String) { note(cl_easy_set_string(easy, Int32(option), value)) }
    /// Sets a string option, or takes away what libcurl was built with.
    func set(_ option: Int, orNothing value: String?) {
        // Where libcurl does not know the option, there is nothing to take away.
        if let value { set(option, value) } else { cl_easy_set_pointer(easy, Int32(option), nil) }
    }
    func set(_ option: Int, offset value: Int) { note(cl_easy_set_offset(easy, Int32(option), Int64(value))) }

    /// An option that was refused must not go unnoticed: it may be the one that verifies certificates. Older versions of
    /// libcurl lack some that only help.
    private func note(_ code: Int32) {
        if code != CL_OK, code != CL_UNKNOWN_OPTION, refusal == nil { refusal = Int(code) }
    }

    /// Sets a string option that older versions of libcurl lack; false when this one does.
    func setIfKnown(_ option: Int, _ value: String) -> Bool {
        cl_easy_set_string(easy, Int32(option), value) != CL_UNKNOWN_OPTION
    }

    func collectErrorText() { cl_easy_set_pointer(easy, Int32(CL_OPT_ERRORBUFFER), errorText) }

    /// What libcurl wrote about the failure, which may be nothing.
    var error: String { String(cString: errorText) }

    /// Sets the header lines; false when there is no memory for them.
    func setHeaderLines(_ lines: [String]) -> Bool { setList(Int(CL_OPT_HTTPHEADER), lines, &headerList) }

    /// Sets the addresses of hosts; false when there is no memory for them.
    func setResolveLines(_ lines: [String]) -> Bool { setList(Int(CL_OPT_RESOLVE), lines, &resolveList) }

    private func setList(_ option: Int, _ lines: [String], _ list: inout UnsafeMutableRawPointer?) -> Bool {
        for line in lines {
            guard let longer = cl_slist_append(list, line) else { return false }
            list = longer
        }
        cl_easy_set_pointer(easy, Int32(option), list)
        return true
    }

    func number(_ info: Int) -> Int { cl_easy_get_long(easy, Int32(info)) }
    func offset(_ info: Int) -> Int { Int(cl_easy_get_offset(easy, Int32(info))) }
}
