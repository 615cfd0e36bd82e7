extension Option {
    /// The table of all options: help, parsing and completion are made from it.
    var details: Details {
        switch self {
        case .format: Details(summary: "how to show it", value: "FORMAT")
        case .json: Details(summary: "the same as --format json")
        case .fields: Details(summary: "only these fields, in this order, such as name,id", value: "NAMES")
        case .filter:
            Details(
                summary: "only where this holds: FIELD=TEXT, FIELD!=TEXT, FIELD~PART, FIELD<VALUE or FIELD>VALUE",
                value: "CONDITION",
                isRepeatable: true
            )
        case .sort: Details(summary: "in the order of this field; FIELD:desc for the opposite", value: "FIELD")
        case .limit: Details(summary: "at most so many", value: "N")
        case .timeZone:
            Details(summary: "the time zone of dates, such as Europe/Oslo or local (UTC)", value: "ZONE")
        case .width: Details(summary: "how many columns to fill (the terminal's, else 80)", value: "N")
        case .birthdays: Details(summary: "the employees' birthdays too; needs a user")
        case .from: Details(summary: "nothing before this day", value: "YYYY-MM-DD")
        case .to: Details(summary: "nothing after this day", value: "YYYY-MM-DD")
        case .month: Details(summary: "only this month (for --format month: the current one)", value: "YYYY-MM")
        case .firstDay:
            Details(
                summary: "the day a week begins with (the user's setting)",
                value: "DAY",
                choices: ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
            )
        case .number: Details(summary: "the order's number", value: "TEXT")
        case .item:
            Details(summary: "a product's id or name, and how much of it", value: "PRODUCT=QTY", isRepeatable: true)
        case .due: Details(summary: "when it is wanted: a day, or a date with a time", value: "DATE")
        case .comment: Details(summary: "a remark", value: "TEXT")
        case .file: Details(summary: "the order as JSON; - reads standard input", value: "FILE")
        case .dryRun: Details(summary: "show the total and the rules, and send nothing")
        case .yes: Details(summary: "don't ask")
        case .data: Details(summary: "the body: JSON, @FILE, or - for standard input", value: "BODY")
        case .query: Details(summary: "a part of the query", value: "NAME=VALUE", isRepeatable: true)
        case .include: Details(summary: "show the status and the header before the body")
        case .method:
            Details(summary: "the method of the upload (POST)", value: "METHOD", choices: ["POST", "PUT", "PATCH"])
        case .resume: Details(summary: "go on where an earlier download broke off")
        case .sha256: Details(summary: "the digest that the file must have", value: "HEX")
        case .interval: Details(summary: "seconds from one look to the next (30)", value: "SECONDS")
        case .polls: Details(summary: "end after so many looks", value: "N")
        case .all: Details(summary: "begin with what there is already")
        case .port: Details(summary: "the port to listen on; 0 takes a free one (8080)", value: "N")
        case .config:
            Details(
                summary: "the configuration to read (else ENTERPRISE_API_CONFIG, else configuration.json)",
                value: "FILE"
            )
        case .profile:
            Details(summary: "which of the configuration's profiles (else ENTERPRISE_API_PROFILE)", value: "NAME")
        case .server: Details(summary: "the backend to call, such as https://backend.example.com/", value: "URL")
        case .user: Details(summary: "who signs in (else ENTERPRISE_API_USER, else whoever did last)", value: "NAME")
        case .passwordStdin: Details(summary: "read the password from the first line of standard input")
        case .timeout: Details(summary: "the time a call may take in all (60)", value: "SECONDS")
        case .quiet: Details(summary: "no progress and no notes", letter: "q")
        case .verbose: Details(summary: "show what goes over the wire, without secrets, on standard error", letter: "v")
        case .color:
            Details(
                summary: "whether to use colour (auto; NO_COLOR turns that off)",
                value: "WHEN",
                choices: ["auto", "always", "never"]
            )
        case .help: Details(summary: "show this help", letter: "h")
        case .version: Details(summary: "show the version")
        }
    }
}
