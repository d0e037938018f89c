/// What `count set`, `count add` and `publish` show.
struct ReceiptReport: Decodable, Hashable {
  let kind: String
  let revision: Int64
  let storeRevision: Int64
  let changed: Bool
  let verified: Bool
  let reloadKinds: [String]
  let count: Int64?
  let title: String?
}

/// What `snapshot` shows.
struct RecordReport: Decodable, Hashable {
  let state: String
  let revision: Int64
  let storeRevision: Int64
  let count: Int64?
  let title: String?
}

/// What `snapshot list` shows.
struct VersionsReport: Decodable, Hashable {
  struct Version: Decodable, Hashable {
    let revision: Int64
  }
  let versions: [Version]
}

/// What `timeline` shows.
struct TimelineReport: Decodable, Hashable {
  struct Entry: Decodable, Hashable {
    let date: String
    let state: String
    let reason: String?
    let revision: Int64?
    let count: Int64?
  }
  let state: String
  let reason: String?
  let revision: Int64?
  let storeRevision: Int64?
  let entries: [Entry]
  let policy: String
  let refreshDate: String?
}

/// What `init` shows.
struct CreatedReport: Decodable, Hashable {
  let path: String
  let storeUUID: String
  let storeRevision: Int64
  let created: Bool
  let configuration: String?
}

/// What `status` shows.
struct StatusReport: Decodable, Hashable {
  struct Setting: Decodable, Hashable {
    let value: String
    let origin: String
  }
  struct Process: Decodable, Hashable {
    let pid: Int32
    let stopped: Bool
  }
  let appGroup: Setting
  let container: Setting
  let path: String
  let storeUUID: String
  let storeRevision: Int64
  let announcedRevision: Int64?
  let logBytes: Int?
  let lockHolder: Process?
  let pinnedReader: Process?
}

/// What `check` shows.
struct CheckReport: Decodable, Hashable {
  struct Finding: Decodable, Hashable {
    let name: String
    let examined: Int
    let faults: Int
  }
  let ok: Bool
  let storeRevision: Int64
  let findings: [Finding]

  func finding(_ name: String) -> Finding? { findings.first { $0.name == name } }
}

/// What `backup` shows.
struct BackupReport: Decodable, Hashable {
  let path: String
  let storeRevision: Int64
  let bytes: Int
}

/// What the contention writer shows at its end.
struct ContentionReport: Decodable, Hashable {
  let commits: Int
  let busy: Int
  let longestWait: Int
  let lastRevision: Int64
}

/// What `job show` shows, and each entry of `job list`.
struct JobReport: Decodable, Hashable {
  struct Stage: Decodable, Hashable {
    let name: String
    let done: Int
    let total: Int
  }
  let id: Int
  let state: String
  let attempt: Int
  let percent: Int?
  let done: Int
  let total: Int
  let skipped: Int
  struct Note: Decodable, Hashable {
    let unit: String
    let note: String
  }
  let stages: [Stage]
  let notes: [Note]?
  let worker: String
  let pid: Int32?
  let error: String?
  let errorCode: String?
  let retryOf: Int?
  let revision: Int
}
