import Testing

/// What only real processes can show: two programs, one store.
///
/// The suites run one after the other, since several of them watch how processes share the machine.
@Suite(.serialized)
enum ProcessTests {}
