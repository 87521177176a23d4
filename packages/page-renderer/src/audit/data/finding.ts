/** What an audit found. */
import type { Said, Severity } from '../../judgements/evidence/judgement.ts';

/** One finding. The same fault of the same page has the same kind and address in each audit. */
export interface AuditFinding {
  /** A name of `FINDING_KINDS`. */
  readonly kind: string;
  readonly severity: Severity;
  /** The page; for what concerns all pages beside one another their common address, with `*`. */
  readonly url: string;
  readonly sentence: string;
  readonly says: readonly Said[];
}

/** Items of a finding. */
export const MAX_SAID = 20;

/** Distinguishes findings. */
export const identityOf = ({ kind, url }: Pick<AuditFinding, 'kind' | 'url'>): string => `${kind} ${url}`;
