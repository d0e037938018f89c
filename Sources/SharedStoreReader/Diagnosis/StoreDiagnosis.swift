package import SharedStoreModel
import SharedStoreSystem

/// A diagnosis of one kind together with what it was made from: looks at the configuration, the
/// store and the readers' reports, and changes nothing.
package struct StoreDiagnosis: Sendable {
  /// The configuration; `nil` when there is none.
  package let configuration: Configuration?
  /// The store; `nil` when it cannot be read.
  package let status: StoreStatus?
  /// What was found.
  package let findings: DiagnosisFindings
  /// Readers whose reports cannot be read or trusted.
  package let unreadableReports: [ReaderName]
  /// The answers.
  package let diagnosis: Diagnosis

  /// Looks.
  /// - Parameters:
  ///   - kind: The kind that is asked about.
  ///   - expected: The revision its record is expected to have.
  ///   - sources: Where the configuration comes from.
  ///   - timeout: How long reading may take.
  ///   - now: The time that entries are judged by.
  ///   - dateText: How dates are written.
  package init(
    of kind: Kind, expected: Revision?, _ sources: ConfigurationSources, timeout: Duration,
    now: Timestamp, dateText: @escaping @Sendable (Timestamp) -> String
  ) {
    let configuration = sources.resolved
    let view = configuration.flatMap { StoreDiagnosis.look($0.location, kind, timeout) }
    let reading: Reading<StoredPayload> =
      switch view {
      case .success(let view): view.reading
      case .failure(let error): .unavailable(error)
      }
    var findings = DiagnosisFindings(
      kind: kind, now: now, store: view.map(\.store), reading: reading, dateText: dateText)
    findings.expected = expected
    findings.ignored = sources.ignored()
    findings.commands = ToolCommands(options: sources.options)
    let found = try? view.get()
    (findings.written, findings.requested) = (found?.written, found?.requested)
    findings.lockHolder = found?.status.lockHolder.map {
      DiagnosisFindings.LockHolder(processID: $0.processID, isStopped: $0.isStopped)
    }
    var reports: [ReaderReports.Entry] = []
    if let location = try? configuration.get().location, let paths = try? StorePaths(location) {
      reports = ReaderReports(paths).all()
      findings.container = location.containerDirectory
      findings.foreignAppGroup = paths.foreignAppGroup()
    }
    findings.readers = reports.compactMap { entry in
      guard let report = entry.report, report.kind == kind.text else { return nil }
      return DiagnosisFindings.Reader(entry.name, report)
    }
    self.configuration = try? configuration.get()
    status = found?.status
    self.findings = findings
    unreadableReports = reports.filter { $0.report == nil }.map(\.name)
    diagnosis = Diagnosis(findings)
  }

  /// What one view of the store shows.
  private struct View: Sendable {
    let status: StoreStatus
    let reading: Reading<StoredPayload>
    let written: DiagnosisFindings.Version?
    let requested: DiagnosisFindings.Request?

    var store: DiagnosisFindings.Store {
      DiagnosisFindings.Store(
        token: status.token, announced: status.announcedRevision,
        hasLog: status.logBytes != nil, isCopy: status.isCopy)
    }
  }

  private static func look(
    _ location: StoreLocation, _ kind: Kind, _ timeout: Duration
  ) -> Result<View, StoreError> {
    let options = StoreReader.Options(timeout: timeout, acceptsRewound: true)
    do throws(StoreError) {
      let view = try StoreReader(location, options: options).read { view throws(StoreError) in
        // Rows of the kind that cannot be read are what its reading tells of.
        let versions = (try? view.versions(of: kind)) ?? []
        let request = (try? view.refreshRequests())?.first { $0.kind == kind }?.request
        return View(
          status: try view.status(), reading: view.reading(of: kind, revision: nil),
          written: versions.first.map {
            .init(revision: $0.revision, changedAt: $0.changedAt, writer: $0.writer)
          },
          requested: request.map { .init(revision: $0.revision, requestedAt: $0.requestedAt) })
      }
      return .success(view)
    } catch {
      return .failure(error)
    }
  }
}

extension ConfigurationSources {
  /// The options that a later command needs to mean the same store.
  package var options: [String] {
    [("--config", file), ("--app-group", appGroup), ("--container", container)]
      .flatMap { name, value in value.map { [name, $0] } ?? [] }
  }
}

extension StorePaths {
  /// The app group of the store that stands here, if it is another one's and can be read at all.
  fileprivate func foreignAppGroup() -> String? {
    guard let database = try? Database.openUnverified(self),
      let found = try? database.row(
        "SELECT app_group FROM store WHERE id = 1",
        as: { row throws(StoreError) in try row.requiredText() }),
      let other = AppGroup(found), other != appGroup
    else { return nil }
    return other.id
  }
}
