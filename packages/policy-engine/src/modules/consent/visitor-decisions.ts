/** Decisions of people without an account: recorded in the name of the visitor in their browser, or of a new one. */
import { randomUUID } from 'node:crypto';
import type { BrowserService } from '../browsers/service.ts';
import type { EventDraft, LedgerSubject, NewEvent } from '../proof/event.ts';
import type { LedgerService } from '../proof/service.ts';
import { type ConsentDecision, recordOf, type Written } from './consent-decision.ts';
import type { Evidence, Visitor } from './visitor.ts';

/** What recording needs. */
export interface VisitorDecisionsOptions {
  readonly ledger: LedgerService;
  readonly browsers: BrowserService;
  /** What the ledger records of a decision. */
  readonly draft: (evidence: Evidence, subject: LedgerSubject, decision: ConsentDecision) => EventDraft;
  readonly now: () => Date;
}

/** Records decisions of visitors. */
export class VisitorDecisions {
  readonly #options: VisitorDecisionsOptions;

  constructor(options: VisitorDecisionsOptions) {
    this.#options = options;
  }

  /** Records what a visitor changed: the signed cookies of their browser contain the previous decision. */
  async note(visitor: Visitor, decided: readonly ConsentDecision[]): Promise<Written> {
    const { browsers } = this.#options;
    const browser = await browsers.of(visitor);
    const changed = decided.filter((one) => !browser.hasRecorded(recordOf(one)));
    const key = await browsers.key();
    const { click } = visitor;
    // In a browser whose visitor is closed, two clicks at once also come from one new visitor.
    const named = [
      ...(browser.visitorId === null ? [] : [{ id: browser.visitorId, isClick: false }]),
      ...(click === undefined ? [] : [{ id: key.visitorOfClick(click), isClick: true }]),
    ];
    const { visitorId, appended } =
      changed.length === 0
        ? { visitorId: named[0]?.id ?? null, appended: [] }
        : await this.#append(visitor, changed, named);
    if (visitorId !== null) browser.keepVisitor(key, visitorId, decided.map(recordOf), this.#options.now());
    return new Map(appended.flatMap(({ leaf }): [string, null][] => (leaf.rule === null ? [] : [[leaf.rule, null]])));
  }

  /**
   * Appends decisions in the name of a visitor, or of a new one if that visitor is closed.
   *
   * @param named the visitor of the browser, then that of a click
   */
  async #append(
    visitor: Visitor,
    decided: readonly ConsentDecision[],
    named: readonly { readonly id: string; readonly isClick: boolean }[],
  ): Promise<{ visitorId: string; appended: readonly NewEvent[] }> {
    const { ledger, draft } = this.#options;
    const drafts = (visitorId: string) => decided.map((one) => draft(visitor, { userId: null, visitorId }, one));
    for (const { id, isClick } of named) {
      const appended = await ledger.visitors.appendOnce(id, drafts(id), isClick);
      if (appended !== null) return { visitorId: id, appended };
    }
    const visitorId = randomUUID();
    return { visitorId, appended: await ledger.visitors.appendNew(visitorId, drafts(visitorId)) };
  }
}
