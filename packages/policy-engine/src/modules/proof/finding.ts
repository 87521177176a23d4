/** What a verification can find. */

/** One thing that is not as it was sealed. */
export interface LedgerFinding {
  readonly code:
    | 'event_changed'
    | 'event_missing'
    | 'event_added'
    | 'identity_changed'
    | 'identity_added'
    | 'batch_changed'
    | 'text_changed'
    | 'text_missing'
    | 'head_changed'
    | 'head_missing'
    | 'head_misplaced'
    | 'chain_broken'
    | 'signature_wrong'
    | 'signature_missing'
    | 'noted_head_missing';
  /** One line for people. */
  readonly message: string;
}

/** Outcome of a verification. */
export interface Verification {
  /** Whether nothing was found. */
  readonly ok: boolean;
  /** How much was found. */
  readonly found: number;
  /** The first hundred findings. */
  readonly findings: readonly LedgerFinding[];
  /** Sealed events. */
  readonly events: number;
  /** Events no head covers yet. */
  readonly pending: number;
  /** Events whose identity is erased; no finding. */
  readonly erased: number;
  readonly heads: number;
  /** Hash of the newest head: note it elsewhere. Null for an empty ledger. */
  readonly head: string | null;
  /** Whether signatures could be checked: false without a key. */
  readonly signaturesChecked: boolean;
}

/** `17`, or `17 to 19`. */
export function span(from: number, until: number): string {
  return until - from <= 1 ? String(from) : `${from} to ${until - 1}`;
}
