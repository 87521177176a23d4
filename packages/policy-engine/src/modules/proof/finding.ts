/** What a verification can find. */
import type { LedgerCheckpoint } from './checkpoint-store.ts';

/** One thing that is not as it was sealed. */
export interface LedgerFinding {
  readonly code:
    | 'event_changed'
    | 'event_missing'
    | 'event_added'
    | 'event_suspected'
    | 'identity_changed'
    | 'identity_added'
    | 'tree_changed'
    | 'tile_changed'
    | 'text_changed'
    | 'text_missing'
    | 'checkpoint_changed'
    | 'checkpoint_missing'
    | 'signature_wrong'
    | 'signature_missing'
    | 'noted_checkpoint_contradicted';
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
  /** Events no checkpoint covers yet. */
  readonly pending: number;
  /** Events whose identity is erased; no finding. */
  readonly erased: number;
  /** How many checkpoints there are. */
  readonly checkpoints: number;
  /** The newest one: note it elsewhere. Null for an empty ledger. */
  readonly checkpoint: LedgerCheckpoint | null;
  /** Against which keys signatures were checked: those given, only the one that lies in the database, or none. */
  readonly signaturesChecked: 'given' | 'stored' | 'none';
}

/** `17`, or `17 to 19`. */
export function span(from: number, until: number): string {
  return until - from <= 1 ? String(from) : `${from} to ${until - 1}`;
}
