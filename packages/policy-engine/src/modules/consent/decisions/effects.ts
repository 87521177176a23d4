import { answered } from '../../../platform/answered.ts';
import type { WebLogger } from '../../../platform/logger.ts';
import { type BrowserService, type MadeThen, placed } from '../../browsers/index.ts';
import type { DecisionAges } from '../ages/ages.ts';
import type { Places } from '../regions/places.ts';
import type { ScriptService } from '../scripts/service.ts';
import type { Visitor } from '../visitors/visitor.ts';
import { type AgesHere, type ConsentDecision, isRefusing, recordOf, type Written } from './decision.ts';
import { heedsGpc } from './gpc.ts';
import { keepSignalNotes, type SignalNote, signalNotes } from './signal-cookie.ts';

/** Decisions that an account repeats, by rule. */
export type MadeBefore = ReadonlyMap<string, MadeThen>;

/** What the effects need. */
export interface DecisionEffectsOptions {
  readonly scripts: ScriptService;
  readonly browsers: BrowserService;
  readonly logger: WebLogger;
  readonly ages: DecisionAges;
  readonly places: Pick<Places, 'regionOf'>;
  readonly now: () => Date;
}

/** What follows from stored decisions: cookies for all of them, callbacks for those that changed. */
export class DecisionEffects {
  readonly #options: DecisionEffectsOptions;

  constructor(options: DecisionEffectsOptions) {
    this.#options = options;
  }

  /** @param made when and for how long the decisions were made, by rule; of those that did not change. Default: now */
  async follow(
    visitor: Visitor,
    decided: readonly ConsentDecision[],
    changed: Written,
    made: MadeBefore = new Map(),
  ): Promise<void> {
    if (visitor.user !== null) await this.#keepInBrowser(visitor, visitor.user.id, decided, made);
    if (visitor.how !== 'gpc') this.#noteSignal(visitor, decided);
    for (const one of decided) {
      const { rule, decision, vendors } = one;
      if (isRefusing(one)) this.#options.scripts.forget(rule.name, visitor, decision === 'rejected' ? null : vendors);
      if (changed.has(rule.name)) await this.#callBack(visitor, one);
    }
  }

  /** Whoever decides while the browser sends the signal knows of it, and whoever decides on a conflict has settled it. */
  #noteSignal(visitor: Visitor, decided: readonly ConsentDecision[]): void {
    const { scripts, browsers } = this.#options;
    const { cookies, request } = visitor;
    const known = signalNotes(cookies);
    const notes = decided.flatMap(({ rule, term }): [string, SignalNote][] => {
      const isNews = heedsGpc(rule, request, scripts) ? !known.has(rule.name) : false;
      const isSettled = known.get(rule.name)?.hasConflict === true;
      return isNews || isSettled ? [[rule.name, { version: term.version, hasConflict: false }]] : [];
    });
    if (notes.length > 0) keepSignalNotes(cookies, new Map(notes), placed(browsers.placeOf(visitor)));
  }

  /** The cookies for an account's decisions: readable by the page's own scripts, and kept as long as the account is signed in. */
  async #keepInBrowser(
    visitor: Visitor,
    userId: string,
    decided: readonly ConsentDecision[],
    made: MadeBefore,
  ): Promise<void> {
    const { browsers, ages, places, now } = this.#options;
    const here: AgesHere = { ages, region: places.regionOf(visitor.request) };
    const kept = decided
      .filter(({ rule }) => rule.sessionless)
      .map((one) => recordOf(one, here, made.get(one.rule.name)));
    if (kept.length > 0) (await browsers.of(visitor)).keepAccount(await browsers.key(), userId, kept, now());
  }

  /** A callback that throws or does not answer is reported; the decision is already stored and is not lost. */
  async #callBack({ user, request, cookies }: Visitor, { rule, decision, vendors }: ConsentDecision): Promise<void> {
    const callback = decision === 'accepted' ? rule.onAccept : rule.onReject;
    try {
      if (callback === undefined) return;
      const option = decision === 'accepted' ? 'onAccept' : 'onReject';
      await answered(option, () => callback({ rule: rule.name, user, request, cookies, vendors }));
    } catch (error) {
      this.#options.logger.error('a callback of a rule failed', { rule: rule.name, decision, error });
    }
  }
}
