/** Decisions of people without an account: recorded in the name of the visitor in their browser, or of a new one. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../../platform/database/port.ts';
import type { Browser, BrowserService, MadeThen, RecordedDecision } from '../../browsers/index.ts';
import { counts, type LedgerService, type NewEvent, type StoredEvent } from '../../proof/index.ts';
import type { Rules } from '../../rules/index.ts';
import { type AgesHere, type ConsentDecision, recordOf, type Written } from '../decisions/decision.ts';
import { draftOf, type DraftsOptions } from '../decisions/drafts.ts';
import { keptOfStored } from '../decisions/vendors.ts';
import type { Visitor } from './visitor.ts';

/** What recording needs. */
export interface VisitorDecisionsOptions extends DraftsOptions {
  readonly ledger: LedgerService;
  readonly browsers: BrowserService;
  readonly rules: Rules;
}

/** Makes the decisions again, under the lock of the visitor. */
export type Remake = (transaction: Database) => Promise<readonly ConsentDecision[]>;

interface ToAppend {
  /** The visitor of the browser, then that of a click. */
  readonly named: readonly { readonly id: string; readonly isClick: boolean }[];
  readonly given: readonly ConsentDecision[];
  readonly remake: Remake;
  readonly here: AgesHere;
}

interface Appended {
  readonly visitorId: string;
  readonly decided: readonly ConsentDecision[];
  readonly appended: readonly NewEvent[];
}

/** Records decisions of visitors. */
export class VisitorDecisions {
  readonly #options: VisitorDecisionsOptions;

  constructor(options: VisitorDecisionsOptions) {
    this.#options = options;
  }

  /**
   * Records what a visitor changed. The signed cookies of their browser contain its previous decisions, unless another request of the
   * browser was under way at the same time: what that one recorded is read under the lock of the visitor, and the answer to this one
   * stores it in the browser, too.
   *
   * @param remake what is decided, by the decisions of the browser at the time of writing. Default: the same
   */
  async note(
    visitor: Visitor,
    given: readonly ConsentDecision[],
    remake: Remake = async () => given,
  ): Promise<Written> {
    const { browsers, ages, places } = this.#options;
    const here = { ages, region: places.regionOf(visitor.request) };
    const browser = await browsers.of(visitor);
    const key = await browsers.key();
    const { click } = visitor;
    // In a browser whose visitor is closed, two clicks at once also come from one new visitor.
    const named = [
      ...(browser.visitorId === null ? [] : [{ id: browser.visitorId, isClick: false }]),
      ...(click === undefined ? [] : [{ id: key.visitorOfClick(click), isClick: true }]),
    ];
    const { visitorId, decided, appended } = await this.#append(visitor, browser, { named, given, remake, here });
    browser.keepVisitor(
      key,
      visitorId,
      decided.map((one) => recordOf(one, here)),
      this.#options.now(),
    );
    return new Map(appended.flatMap(({ leaf }): [string, null][] => (leaf.rule === null ? [] : [[leaf.rule, null]])));
  }

  /** Appends decisions in the name of a visitor, or of a new one if that visitor is closed. */
  async #append(visitor: Visitor, browser: Browser, { named, given, remake, here }: ToAppend): Promise<Appended> {
    const { ledger, rules } = this.#options;
    const drafts = (visitorId: string, decided: readonly ConsentDecision[]) =>
      decided.map((one) => draftOf(this.#options, visitor, { userId: null, visitorId }, one));
    for (const { id, isClick } of named) {
      let decided = given;
      const appended = await ledger.visitors.appendOnce(
        id,
        async (last, transaction) => {
          browser.catchUp(
            id,
            [...last.values()].flatMap((event) => recordedIn(event, rules, here)),
          );
          decided = await remake(transaction);
          return drafts(
            id,
            decided.filter((one) => !browser.hasRecorded(recordOf(one, here))),
          );
        },
        isClick,
      );
      if (appended !== null) return { visitorId: id, decided, appended };
    }
    const visitorId = randomUUID();
    const appended = await ledger.visitors.appendNew(visitorId, drafts(visitorId, given));
    return { visitorId, decided: given, appended };
  }
}

/** A decision of a visitor in the ledger, as their browser keeps it; nothing for one that does not count. */
function recordedIn(
  { leaf, doubt }: StoredEvent,
  rules: Rules,
  { ages, region }: AgesHere,
): (RecordedDecision & { readonly made: MadeThen })[] {
  const { rule: name, version, decision, at } = leaf;
  if (name === null || version === null || decision === null || !counts({ doubt })) return [];
  const vendors = leaf.vendors === null ? null : keptOfStored(leaf.vendors);
  const rule = rules.find(name);
  const months = rule === undefined ? null : ages.months(rule, decision, region);
  return [{ rule: name, version, decision, vendors, months, made: { at: new Date(at), months: leaf.months } }];
}
