/** Checks the texts that events are about: existing ones are as they were published, and none is missing. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { publishedTexts } from '../../terms/index.ts';
import type { LedgerLeaf } from '../ledger/event.ts';
import type { LedgerFinding } from './finding.ts';

/** An honest ledger names some dozens. With more than this, there are more findings than anyone reads. */
const MOST = 10_000;

/** Collects the texts that events name, and compares them with those in the database. */
export class TextCheck {
  /** By rule, version and hash: the finding if the text is missing. */
  readonly #named = new Map<string, string>();
  /** The last leaf that named a text: the next one nearly always names the same. */
  #last: Pick<LedgerLeaf, 'rule' | 'version' | 'textHash'> = { rule: null, version: null, textHash: null };

  /** @param event name of the event in findings */
  add(leaf: LedgerLeaf, event: string): void {
    const { rule, version, textHash } = leaf;
    if (rule === null || version === null || textHash === null || this.#named.size >= MOST) return;
    if (textHash === this.#last.textHash && rule === this.#last.rule && version === this.#last.version) return;
    this.#last = { rule, version, textHash };
    const key = keyOf(rule, version, textHash);
    if (this.#named.has(key)) return;
    this.#named.set(key, `${event} is about a text of ${rule}, version ${version}, that is not there`);
  }

  /** Reads the texts, after the events that name them. */
  async *findings(database: Database, naming: Naming): AsyncGenerator<LedgerFinding> {
    for await (const { rule, version, locale, hash, actual } of publishedTexts(database, naming)) {
      this.#named.delete(keyOf(rule, version, hash ?? actual));
      if (hash === actual) continue;
      const message = `the text of ${rule}, version ${version}, in ${locale} is not what was published`;
      yield { code: 'text_changed', message };
    }
    for (const message of this.#named.values()) yield { code: 'text_missing', message };
  }
}

function keyOf(rule: string, version: number, hash: string): string {
  return `${hash} ${version} ${rule}`;
}
