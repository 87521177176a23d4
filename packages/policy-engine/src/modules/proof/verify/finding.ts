/** The findings of a verification. */
import type { ClockDifferences } from '../seal/clocks.ts';
import type { LedgerCheckpoint } from '../seal/checkpoint-store.ts';
import type { SourceKind } from '../sources/source.ts';

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
  /** Number of findings. */
  readonly found: number;
  /** The first hundred findings. */
  readonly findings: readonly LedgerFinding[];
  /** Sealed events. */
  readonly events: number;
  /**
   * What is not sealed yet: events, texts and entries of the audit log that no checkpoint covers, and erasures without
   * a tombstone.
   */
  readonly pending: number;
  /** Events whose identity is erased; not a finding. */
  readonly erased: number;
  /**
   * Events whose time by a host's clock differs by over ten seconds from the database's; not a finding. Null for none.
   */
  readonly clocks: ClockDifferences | null;
  /** Number of checkpoints. */
  readonly checkpoints: number;
  /** The newest one: save it elsewhere. Null for an empty ledger. */
  readonly checkpoint: LedgerCheckpoint | null;
  /** Cosignatures of known witnesses that verify; null if no witness is known. */
  readonly cosignatures: number | null;
  /** The keys that signatures were checked against: the given ones, only the one in the database, or none. */
  readonly signaturesChecked: 'given' | 'stored' | 'none';
}

/** `17`, or `17 to 19`. */
export function span(from: number, until: number): string {
  return until - from <= 1 ? String(from) : `${from} to ${until - 1}`;
}

/** An event in a finding. */
export function eventName({ id, position }: { readonly id: string; readonly position: number | null }): string {
  return position === null ? `event ${id}` : `event ${position} (${id})`;
}

/** The identity of an event is missing, and the host did not erase it. */
export function missingIdentity(name: string): LedgerFinding {
  return { code: 'identity_missing', message: `the identity of ${name} is missing, and was not erased` };
}
