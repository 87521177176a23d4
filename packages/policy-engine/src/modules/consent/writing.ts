/** Stores decisions, each with its event in the ledger. */
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { isUniqueViolation } from '../../platform/database/sql-errors.ts';
import { circumstancesOf } from '../proof/circumstances.ts';
import type { Circumstances, LedgerSubject, NewEvent } from '../proof/event.ts';
import type { Ledger } from '../proof/service.ts';
import { keepVisitorId, visitorIdOf } from '../proof/visitor-cookie.ts';
import type { Rule } from '../rules/rules.ts';
import type { ReadableText } from '../terms/languages.ts';
import type { TermInForce } from '../terms/term.ts';
import type { Cookies } from '../../platform/web/cookies.ts';
import { gpcOf } from './gpc.ts';
import { cookieState, type Decision } from './standing.ts';
import { UserTermStore, type WrittenDecision } from './store.ts';
import type { Evidence, Visitor } from './visitor.ts';

/** The rules that changed; null where there is no account to write to. */
export type Written = ReadonlyMap<string, WrittenDecision | null>;

/** A decision on a text. */
export interface Choice {
  readonly rule: Rule;
  readonly term: TermInForce;
  /** What the person was shown of it. */
  readonly text: ReadableText;
  readonly decision: Decision;
  /** What was shown for it, where that is not what the deciding visitor was shown. */
  readonly shown?: string | null | undefined;
}

/** What writing needs. */
export interface DecisionWriterOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly ledger: Ledger;
  /** Whether Global Privacy Control of a request is about a rule. */
  readonly heedsGpc: (rule: Rule, request: Request | null | undefined) => boolean;
  readonly now: () => Date;
}

/** Writes decisions of accounts and of visitors. */
export class DecisionWriter {
  readonly #options: DecisionWriterOptions;
  readonly #store: UserTermStore;

  constructor(options: DecisionWriterOptions) {
    this.#options = options;
    this.#store = new UserTermStore(options.naming);
  }

  /** All decisions of an account, or none. @returns those that changed anything */
  async write(visitor: Evidence, userId: string, chosen: readonly Choice[]): Promise<Map<string, WrittenDecision>> {
    const { database } = this.#options;
    const writeAll = async (within: Database) => {
      const changed = new Map<string, WrittenDecision>();
      for (const choice of chosen) {
        const result = await this.writeWithin(within, userId, choice, visitor);
        if (result !== null) changed.set(choice.rule.name, result);
      }
      return changed;
    };
    if (database.dialect === 'postgres' && chosen.length === 1) return writeAll(database);
    // What is read is locked, so that nothing stricter is needed.
    const write = () => database.transaction(writeAll, { isolation: 'read committed' });
    // Two first decisions at once: the second finds the row of the first; at most once for each rule.
    for (let left = chosen.length; ; left -= 1) {
      try {
        return await write();
      } catch (error) {
        if (!isUniqueViolation(error) || left === 0) throw error;
      }
    }
  }

  /**
   * One decision of an account, in a transaction that is open.
   *
   * @returns null if it was decided so already
   */
  async writeWithin(
    transaction: Database,
    userId: string,
    choice: Choice,
    evidence: Evidence,
  ): Promise<WrittenDecision | null> {
    const { rule, term, decision, shown = evidence.shown } = choice;
    const written = { userId, rule: rule.name, termId: term.id, decision, at: this.#options.now() };
    const event = this.eventOf({ ...evidence, shown }, { userId, visitorId: null }, choice);
    return this.#store.write(transaction, written, event);
  }

  /** Notes what someone without an account changed: their cookies say what stood before. */
  async note(visitor: Visitor, chosen: readonly Choice[]): Promise<Map<string, null>> {
    const changed = changedCookies(visitor.cookies, chosen);
    if (changed.size === 0) return changed;
    const isKnown = visitorIdOf(visitor.cookies) !== null || visitor.newVisitorId !== undefined;
    const visitorId = keepVisitorId(visitor.cookies, visitor.secure, visitor.newVisitorId);
    const events = chosen
      .filter(({ rule }) => changed.has(rule.name))
      .map((choice) => this.eventOf(visitor, { userId: null, visitorId }, choice));
    if (!isKnown) {
      await this.#options.ledger.append(events);
      return changed;
    }
    const appended = await this.#options.ledger.appendOnce(visitorId, events);
    return new Map(appended.flatMap(({ leaf }): [string, null][] => (leaf.rule === null ? [] : [[leaf.rule, null]])));
  }

  /** The event of a decision. */
  eventOf(evidence: Evidence, subject: LedgerSubject, { rule, term, text, decision }: Choice): NewEvent {
    const { version } = term;
    const { how = 'api' } = evidence;
    const at = this.#options.now();
    const facts = { kind: 'decision', rule: rule.name, version, textHash: text.hash, decision, how, at } as const;
    const gpc = this.#options.heedsGpc(rule, evidence.request) ? gpcOf(decision) : null;
    return this.#options.ledger.eventOf({ ...facts, gpc, subject, circumstances: circumstances(evidence) });
  }
}

/** What is known of how a decision came about. */
export function circumstances({ request, ip, locale, shown }: Evidence): Circumstances {
  return circumstancesOf({ request: request ?? undefined, ip, locale, shown });
}

function changedCookies(cookies: Cookies, chosen: readonly Choice[]): Map<string, null> {
  const changed = chosen.filter(({ rule, term, decision }) => cookieState(rule, cookies, term) !== decision);
  return new Map(changed.map(({ rule }) => [rule.name, null]));
}
