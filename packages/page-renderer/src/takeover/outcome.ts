/** What becomes of a key of a configuration. */
export type KeyOutcome =
  /** It counts as it stands. */
  | { readonly key: string; readonly outcome: 'taken'; readonly note?: string | undefined }
  /** It counts as another value, or as another option. `value` is left out where it may hold a password. */
  | {
      readonly key: string;
      readonly outcome: 'taken-as';
      readonly option: string;
      readonly value?: unknown;
      readonly note?: string;
    }
  /** The service starts, and does nothing with it. */
  | { readonly key: string; readonly outcome: 'ignored'; readonly reason: string }
  /** The service does not start. `reason` says what to do instead. */
  | { readonly key: string; readonly outcome: 'refused'; readonly reason: string };
