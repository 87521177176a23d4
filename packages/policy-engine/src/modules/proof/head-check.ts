/** Checks heads one after another: their numbers, their chain, their signatures. */
import type { LedgerFinding } from './finding.ts';
import { span } from './finding.ts';
import type { LedgerHead } from './head.ts';
import { headHash, isSignedBy } from './head.ts';
import { NO_HASH } from './hashes.ts';
import type { PublicLedgerKey } from './keys.ts';

/** What is known of the chain so far. */
export class HeadCheck {
  readonly #keys: readonly PublicLedgerKey[];
  /** Hash that is looked for in the chain. */
  #noted: string | null;
  #previous: string = NO_HASH;
  /** Heads since the last signed one. */
  #unsigned = 0;
  sequence = 0;
  /** Place at which the next batch has to begin. */
  next = 0;
  count = 0;

  /** @param keys - none: signatures are not looked at */
  constructor(keys: readonly PublicLedgerKey[], noted: string | null) {
    this.#keys = keys;
    this.#noted = noted;
  }

  /** Hash of the last head, computed and not read. */
  get hash(): string | null {
    return this.count === 0 ? null : this.#previous;
  }

  check(head: LedgerHead): LedgerFinding[] {
    const hash = headHash(head);
    const name = `head ${head.sequence}`;
    const findings: LedgerFinding[] = [];
    const isFollowing = head.sequence === this.sequence + 1;
    if (!isFollowing) {
      findings.push({ code: 'head_missing', message: `head ${span(this.sequence + 1, head.sequence)} is missing` });
    } else if (head.previous !== this.#previous) {
      findings.push({ code: 'chain_broken', message: `${name} does not follow the head before it` });
    }
    if (hash !== head.hash) findings.push({ code: 'head_changed', message: `${name} is not what its hash says` });
    if (isFollowing && head.first !== this.next) {
      const message = `${name} begins at event ${head.first}, not at ${this.next}`;
      findings.push({ code: 'head_misplaced', message });
    }
    findings.push(...this.#signature(head));
    if (hash === this.#noted) this.#noted = null;
    this.#previous = hash;
    this.sequence = head.sequence;
    this.next = head.first + head.size;
    this.count += 1;
    return findings;
  }

  /** What only the end shows. */
  end(): LedgerFinding[] {
    const findings: LedgerFinding[] = [];
    if (this.#keys.length > 0 && this.#unsigned > 0) {
      const message = `head ${span(this.sequence - this.#unsigned + 1, this.sequence + 1)} has no signature, nor has any later one`;
      findings.push({ code: 'signature_missing', message });
    }
    if (this.#noted !== null) {
      const message = `the noted head ${this.#noted} is not in this ledger: it was rewritten or cut`;
      findings.push({ code: 'noted_head_missing', message });
    }
    return findings;
  }

  /** A signed head vouches for the unsigned ones before it, whose hashes it is built on: a key may come later. */
  #signature(head: LedgerHead): LedgerFinding[] {
    if (this.#keys.length === 0) return [];
    if (head.keyId === null && head.signature === null) {
      this.#unsigned += 1;
      return [];
    }
    if (this.#keys.some((key) => isSignedBy(head, key))) {
      this.#unsigned = 0;
      return [];
    }
    const why = this.#keys.some(({ id }) => id === head.keyId) ? 'is wrong' : 'was made with an unknown key';
    return [{ code: 'signature_wrong', message: `the signature of head ${head.sequence} ${why}` }];
  }
}
