/** What a verification can find. */
import type { ClockDifferences } from './clocks.ts';
import type { LedgerCheckpoint } from './checkpoint-store.ts';
import type { SourceKind } from './source.ts';

/** One deviation from what was sealed. */
export interface LedgerFinding {
  readonly code:
    | 'event_changed'
    | 'event_missing'
    | 'event_added'
    | 'event_suspected'
    | 'identity_changed'
    | 'identity_added'
    | 'identity_missing'
    | 'tombstone_wrong'
    | 'tree_changed'
    | 'tile_changed'
    | `${SourceKind}_${'changed' | 'missing' | 'added'}`
    | 'text_changed'
    | 'text_missing'
    | 'checkpoint_changed'
    | 'checkpoint_missing'
    | 'signature_wrong'
    | 'signature_missing'
    | 'cosignature_wrong'
    | 'noted_checkpoint_contradicted'
    | 'projection_changed'
    | 'projection_missing'
    | 'projection_added'
    | 'doubt_changed';
  /** One line for people. */
  readonly message: string;
}

/** Result of a verification. */
export interface Verification {
  /** Whether nothing was found. */
  readonly ok: boolean;
  /** How much was found. */
  readonly found: number;
  /** The first hundred findings. */
  readonly findings: readonly LedgerFinding[];
  /** Sealed events. */
  readonly events: number;
  /**
   * What waits for the sealer: events, texts and entries of the audit log that no checkpoint covers yet, and erasures
   * without a tombstone.
   */
  readonly pending: number;
  /** Events whose identity is erased; this is not a finding. */
  readonly erased: number;
  /** Events whose time by a host's clock is over ten seconds from the database's; no finding. Null for none. */
  readonly clocks: ClockDifferences | null;
  /** How many checkpoints there are. */
  readonly checkpoints: number;
  /** The newest one: save it elsewhere. Null for an empty ledger. */
  readonly checkpoint: LedgerCheckpoint | null;
  /** Cosignatures of known witnesses that verify; null if no witness is known. */
  readonly cosignatures: number | null;
  /** Against which keys signatures were checked: those given, only the one that is in the database, or none. */
  readonly signaturesChecked: 'given' | 'stored' | 'none';
}

/** `17`, or `17 to 19`. */
export function span(from: number, until: number): string {
  return until - from <= 1 ? String(from) : `${from} to ${until - 1}`;
}
