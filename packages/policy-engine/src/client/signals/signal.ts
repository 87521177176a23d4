/** What tags of other companies are told about consent. */
export interface SignalState {
  /** Consent types of Google's vocabulary, such as `ad_storage`; null if no declared script has one. */
  readonly types: Readonly<Record<string, string>> | null;
  /** Each gate with its state: `accepted`, `rejected` or `passive`. */
  readonly gates: Readonly<Record<string, string>>;
}

/** Passes consent on in the way that the tags of a company read. One file for each. */
export interface Signal {
  readonly name: string;
  /** Called when consent is known, and after each change. */
  tell(state: SignalState): void;
}

/** The global object of the page, with what tags leave there. */
export const page = globalThis as unknown as Record<string, unknown>;

/** A queue of the page, which a tag empties when it is loaded. */
export const queueOf = (name: string): unknown[] => (page[name] ??= []) as unknown[];
