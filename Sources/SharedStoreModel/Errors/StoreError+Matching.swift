extension StoreError.Code {
  /// Whether an error is a ``StoreError`` with a code, so that a code can be caught:
  /// `catch StoreError.Code.stale`.
  public static func ~= (code: StoreError.Code, error: any Error) -> Bool {
    (error as? StoreError)?.code == code
  }
}
