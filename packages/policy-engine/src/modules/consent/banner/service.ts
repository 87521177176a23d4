import type { WebLogger } from '../../../platform/logger.ts';
import { sendsGpc } from '../decisions/gpc.ts';
import type { ConsentService } from '../service.ts';
import type { Asking, Visitor } from '../visitors/visitor.ts';
import { type ConsentStatus, isOpen, stateHere } from '../decisions/status.ts';
import type { Rule } from '../../rules/index.ts';
import type { Script } from '../scripts/declaration.ts';
import type { Gate } from '../scripts/gate.ts';
import type { ScriptService, Traces } from '../scripts/service.ts';
import type { ConsentMode } from '../scripts/consent-mode.ts';
import type { SignalName } from '../scripts/signals/index.ts';
import type { TermInForce } from '../../terms/index.ts';
import type { IsRender } from './hidden-from.ts';
import { type Shown, shownText } from './input.ts';
import { isAllowed } from '../decisions/vendors.ts';
import { decisionsFor, leavesOut, type Wishes, withoutReturns } from './wishes.ts';
import { signalNotes } from '../decisions/signal-cookie.ts';

/** A rule that can be decided on now, and its decision. */
export interface ConsentSetting extends ConsentStatus {
  /** Whether only the browser of an account has decided: its account has not. */
  readonly ofBrowser: boolean;
  readonly term: TermInForce;
  readonly scripts: readonly Script[];
}

/** What a visitor has decided on everything that needs consent. */
export interface ConsentSettings {
  readonly rules: readonly ConsentSetting[];
  readonly gpc: {
    readonly signal: boolean;
    readonly honoured: boolean;
    readonly overridden: boolean;
    /** Whether the signal ended an acceptance, and the person has not decided since. */
    readonly conflict: boolean;
    /** Whether the signal rejects something that is not recorded yet, or another consent tool tells of a decision. */
    readonly unrecorded: boolean;
  };
  /** Whether something is undecided, and there is somebody to ask. */
  readonly ask: boolean;
  readonly consentMode: ConsentMode | null;
  /** The gates of each type of {@link consentMode}. */
  readonly gatesByType: Readonly<Record<string, readonly string[]>>;
  /** Names of the signals by which tags are told {@link consentMode}. */
  readonly signals: readonly SignalName[];
  readonly traces: readonly Traces[];
  /** Names of the rules that were not accepted with the others: sales that the person has opted out of, which takes a second step. */
  readonly unconfirmed: readonly string[];
}

/** What the service works with. */
export interface ConsentSettingsOptions {
  readonly consents: ConsentService;
  readonly scripts: ScriptService;
  readonly isRender: IsRender;
  readonly logger: WebLogger;
  /** See `AppearanceService.shownAs`. */
  readonly appearanceShown: (
    shown: number | string,
    locale: string | undefined,
  ) => Promise<number | string | undefined>;
}

/** Composes the consent settings of a visitor: decisions come from `consents`, scripts from `scripts`. */
export class ConsentSettingsService {
  readonly #consents: ConsentService;
  readonly #scripts: ScriptService;
  readonly #isRender: IsRender;
  readonly #logger: WebLogger;
  readonly #appearanceShown: ConsentSettingsOptions['appearanceShown'];

  constructor({ consents, scripts, isRender, logger, appearanceShown }: ConsentSettingsOptions) {
    this.#consents = consents;
    this.#scripts = scripts;
    this.#isRender = isRender;
    this.#logger = logger;
    this.#appearanceShown = appearanceShown;
  }

  /** Whether the banner is hidden: the request comes from a page that is rendered for bots. */
  isHiddenFrom({ request }: Asking): boolean {
    return this.#isRender(request);
  }

  /** Whether a rule is a free consent. */
  isOffered(rule: Rule): boolean {
    return this.#consents.isConsent(rule);
  }

  /** Names of the vendors of a rule. */
  vendorsOf(rule: Rule): readonly string[] {
    return this.#scripts.vendorsOf(rule.name);
  }

  /** See {@link ConsentService.visitorIdOf}. */
  async visitorIdOf(asking: Asking): Promise<string | null> {
    return this.#consents.visitorIdOf(asking);
  }

  /** The settings of a visitor. */
  async of(asking: Asking): Promise<ConsentSettings> {
    return this.#settingsOf(asking, await this.#loadSettings(asking));
  }

  /** The same from known statuses. */
  fromStatuses(asking: Asking, statuses: readonly ConsentStatus[]): ConsentSettings {
    return this.#settingsOf(asking, this.#settingsAmong(asking, statuses));
  }

  /**
   * Decides in one transaction, and also records what Global Privacy Control rejects and what other consent tools tell. A sale that the person has opted out of is not
   * accepted with the rest, but only in a second step (`visitor.confirmed`).
   *
   * @param shown what the visitor saw; null if nobody says
   * @returns the settings as they are now
   * @throws {PolicyEngineError} 409 `text_changed` for an acceptance of a text that is not in force
   */
  async decide(visitor: Visitor, wished: Wishes, shown: Shown | null): Promise<ConsentSettings> {
    const before = await this.#loadSettings(visitor);
    const { left: wishes, unconfirmed } =
      visitor.confirmed === true ? { left: wished, unconfirmed: [] } : withoutReturns(wished, before);
    let decisions = decisionsFor(wishes, before);
    const names = new Set(before.map(({ rule }) => rule.name));
    if (decisions.size > 0) {
      const text = shown === null ? null : shownText(await this.#seenBy(shown), names);
      const deciding = { ...visitor, shown: text, read: readIn(shown) };
      // Decisions that are kept must be those that are current at the time of writing.
      const isPartial = before.some(({ rule, vendors }) => leavesOut(wishes.get(rule.name), vendors));
      if (isPartial) {
        decisions = await this.#consents.decideFrom(deciding, (now) => decisionsFor(wishes, now));
      } else {
        await this.#consents.decide(deciding, decisions);
      }
    }
    if (shown !== null) this.#keepNotices(visitor, before, shown);
    if (decisions.size === 0) await this.#consents.noteConflicts(visitor, before);
    const elsewhere = before.filter((status) => status.elsewhere !== null && !decisions.has(status.rule.name));
    if (elsewhere.length > 0) await this.#consents.takeOver(visitor, elsewhere);
    const left = unrecordedIn(before, visitor).filter(
      (one) => !decisions.has(one.rule.name) && !elsewhere.includes(one),
    );
    if (left.length > 0) await this.#consents.noteGpc(visitor, left);
    return { ...this.#settingsOf(visitor, await this.#loadSettings(visitor), true), unconfirmed };
  }

  /**
   * Records the signal of a plain request for a page, which no script of it may tell of, where it concerns somebody who is known: an
   * account, or a visitor whose acceptance it ends. It can only reject, and only the browser itself sends it (scripts and other sites cannot
   * set `Sec-` headers). Nothing is recorded of whoever is not known: the signal counts with each request, and every request without
   * cookies would be another entry. A failure is reported; the page is shown all the same.
   *
   * @param known the statuses of the visitor. Default: read, if the signal is sent
   * @returns whether something was recorded, so that decisions must be read again
   */
  async recordSignal(visitor: Visitor, known?: readonly ConsentStatus[]): Promise<boolean> {
    if (this.isHiddenFrom(visitor) || !sendsGpc(visitor.request)) return false;
    const statuses = known ?? (await this.#consents.statuses(visitor));
    const unrecorded = unrecordedIn(this.#settingsAmong(visitor, statuses), visitor);
    if (unrecorded.length === 0) return false;
    try {
      return await this.#consents.noteGpcOfKnown(visitor, unrecorded);
    } catch (error) {
      this.#logger.error('a signal of a browser could not be recorded', { error });
      return false;
    }
  }

  /** Remembers of what the person was told before it runs. A text that is not in force tells of nothing. */
  #keepNotices(visitor: Visitor, rules: readonly ConsentSetting[], { texts = {} }: Shown): void {
    const told = rules.filter(({ awaitsNotice, rule, term }) => awaitsNotice && texts[rule.name] === term.version);
    this.#consents.keepNotices(visitor, told);
  }

  /** What can have been shown: a banner that was not served cannot, nor an appearance that was not saved. */
  async #seenBy({ appearance, ...shown }: Shown): Promise<Shown> {
    const known = appearance === undefined ? undefined : await this.#appearanceShown(appearance, shown.locale);
    return known === undefined ? shown : { ...shown, appearance: known };
  }

  async #loadSettings(asking: Asking): Promise<ConsentSetting[]> {
    return this.#settingsAmong(asking, await this.#consents.statuses(asking));
  }

  #settingsAmong(asking: Asking, statuses: readonly ConsentStatus[]): ConsentSetting[] {
    return statuses.flatMap((status) => {
      const { rule, term, isAsked } = status;
      const state = stateHere(status);
      const isMine = rule.sessionless || asking.user !== null;
      if (term === null || !isMine || !this.#consents.isConsent(rule) || !(isAsked || state !== 'passive')) return [];
      const decidedAt = status.state === 'passive' ? null : status.decidedAt;
      return [
        {
          ...status,
          state,
          ofBrowser: state !== status.state,
          decidedAt,
          term,
          scripts: this.#scripts.active.filter((script) => script.rule === rule.name),
        },
      ];
    });
  }

  #settingsOf(asking: Asking, rules: readonly ConsentSetting[], isNoted = false): ConsentSettings {
    const { request } = asking;
    const isHidden = this.isHiddenFrom(asking);
    const signal = sendsGpc(request);
    const heeding = signal ? rules.filter(({ rule }) => rule.gpc) : [];
    const conflict = rules.some(({ hasConflict }) => hasConflict);
    const byRule = new Map(rules.map((status) => [status.rule.name, status]));
    const hasConsented = ({ rule, provider }: Gate) => {
      const status = byRule.get(rule);
      return status !== undefined && isAllowed({ runs: status.outcome.runs, vendors: status.vendors }, provider);
    };
    return {
      rules,
      gpc: {
        signal,
        honoured: heeding.some(({ state }) => state === 'rejected'),
        overridden: heeding.some(({ state }) => state === 'accepted'),
        conflict,
        unrecorded:
          !isNoted &&
          !isHidden &&
          (unrecordedIn(rules, asking).length > 0 || rules.some((status) => status.elsewhere !== null)),
      },
      // A conflict is told once more, and it may be asked about: 11 CCR § 7025(c)(3).
      ask: !isHidden && (conflict || rules.some((status) => isOpen(status) && (isNoted || status.elsewhere === null))),
      consentMode: this.#scripts.consentMode(hasConsented),
      gatesByType: this.#scripts.gatesByType(),
      signals: this.#scripts.signals,
      traces: this.#scripts.traces(request ?? null),
      unconfirmed: [],
    };
  }
}

/** What the signal rejects and is not recorded yet: of a visitor without an account, in this browser. */
function unrecordedIn(rules: readonly ConsentSetting[], { user, cookies }: Asking): ConsentSetting[] {
  const notes = signalNotes(cookies);
  const isNoted = ({ rule, term, hasConflict }: ConsentSetting) =>
    user === null && !hasConflict && notes.get(rule.name)?.version === term.version;
  return rules.filter((status) => status.outcome.record === 'refusal' && !isNoted(status));
}

/** The texts that were shown, see {@link Visitor.read}. */
function readIn(shown: Shown | null): Visitor['read'] {
  const texts = new Map(Object.entries(shown?.texts ?? {}));
  return (rule) => texts.get(rule)?.toString();
}
