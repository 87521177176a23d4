/** Everything that the privacy centre shows about a person's decisions. */
import type { BrowserService } from '../../browsers/index.ts';
import type { LedgerService, LedgerSubject, StoredEvent } from '../../proof/index.ts';
import type { Rule } from '../../rules/index.ts';
import { type ReadableText, type TermInForce, type TermsService, textFor } from '../../terms/index.ts';
import type { ConsentSettings, ConsentSettingsService } from '../banner/service.ts';
import { type ConsentStatus, isPending, stateHere } from '../decisions/status.ts';
import type { Script } from '../scripts/declaration.ts';
import type { ScriptService } from '../scripts/service.ts';
import type { ConsentService } from '../service.ts';
import type { Asking } from '../visitors/visitor.ts';
import { type CourseEntry, courseOf } from './course.ts';
import { type Changes, changesOfNotice, changesSince, outdatedDecision, type VersionChanges } from './changes.ts';

/** The status on a rule that has a text. */
type PublishedStatus = ConsentStatus & { readonly term: TermInForce };

/** A rule as the person sees it. */
export interface CentreRule {
  readonly status: PublishedStatus;
  /** The text that they read. */
  readonly text: ReadableText;
  /** Scripts that wait for it. */
  readonly scripts: readonly Script[];
  /** The events of the person and the rule, newest first. */
  readonly history: readonly StoredEvent[];
  /** What changed since they decided; null unless they are asked again. */
  readonly changes: Changes | null;
  /** What changed lately in a notice; null for a text that people decide on. */
  readonly news: VersionChanges | null;
}

/** What a person is asked, has decided, allows in their browser, can read, and what has no text yet. Each rule is in one of them. */
export interface Centre {
  readonly asked: readonly CentreRule[];
  readonly decided: readonly CentreRule[];
  /** Consents that a browser keeps, decided or not. */
  readonly browser: readonly CentreRule[];
  /** Rules without a published text: nobody can decide on them. */
  readonly unpublished: readonly Rule[];
  /** Whether a free consent is among them. */
  readonly lacksConsents: boolean;
  /** Information that nobody decides on. */
  readonly notices: readonly CentreRule[];
  readonly settings: ConsentSettings;
  /** What they decided and what changed since, the newest first. */
  readonly course: readonly CourseEntry[];
}

/** What the service reads. */
export interface CentreSources {
  readonly consents: ConsentService;
  readonly consentSettings: ConsentSettingsService;
  readonly scripts: ScriptService;
  readonly ledger: LedgerService;
  readonly browsers: BrowserService;
  readonly terms: TermsService;
  readonly now: () => Date;
}

/** Entries of the ledger that are read; the page leads to all of them. */
const MOST_EVENTS = 300;

/** Blocking rules come first, and among them those that can still be decided. */
function byUrgency({ status: one }: CentreRule, { status: other }: CentreRule): number {
  const place = ({ rule, state }: ConsentStatus) => (rule.blocking ? Number(state === 'rejected') : 2);
  return place(one) - place(other);
}

/** What a person sees about themselves. */
export class CentreService {
  readonly #sources: CentreSources;

  constructor(sources: CentreSources) {
    this.#sources = sources;
  }

  /**
   * What a person sees. Takes one query for their decisions and one for their events; more only for what they are asked again.
   *
   * @param languages BCP 47 tags of the languages they read, best first
   */
  async of(asking: Asking, languages: readonly string[]): Promise<Centre> {
    const { consents, consentSettings } = this.#sources;
    const statuses = await consents.statuses(asking);
    const settings = consentSettings.fromStatuses(asking, statuses);
    const offered = new Set(settings.rules.map(({ rule }) => rule.name));
    const events = await this.#events(asking);
    const history = Map.groupBy(events, ({ leaf }) => leaf.rule);
    // A visitor without an account cannot decide on what needs one.
    const shown = statuses.filter(({ rule }) => asking.user !== null || rule.sessionless || rule.notice);
    const rules = await Promise.all(
      shown.filter(isPublished).map((status) => this.#rule(status, history.get(status.rule.name) ?? [], languages)),
    );
    const isOfBrowser = ({ status }: CentreRule) => offered.has(status.rule.name);
    const unpublished = shown.filter((status) => status.isAsked && !isPublished(status)).map(({ rule }) => rule);
    const notices = rules.filter(({ status }) => status.rule.notice);
    const others = rules.filter((one) => !isOfBrowser(one) && !one.status.rule.notice);
    return {
      asked: others.filter(({ status }) => isPending(status)).toSorted(byUrgency),
      decided: others.filter(({ status }) => !isPending(status) && stateHere(status) !== 'passive'),
      browser: rules.filter(isOfBrowser),
      unpublished,
      lacksConsents: unpublished.some((rule) => consentSettings.isOffered(rule)),
      notices: notices.filter(({ status }) => status.isAsked),
      settings,
      course: await courseOf(
        rules.map(({ status, history: own }) => ({ rule: status.rule, history: own, term: status.term })),
        { terms: this.#sources.terms, now: this.#sources.now() },
      ),
    };
  }

  /** What a person is asked, including the consents that a browser keeps; see {@link CentreService.of}. */
  async pending(asking: Asking, languages: readonly string[]): Promise<CentreRule[]> {
    const { asked, browser } = await this.of(asking, languages);
    return [...asked, ...browser.filter(({ status }) => isPending(status))].toSorted(byUrgency);
  }

  /** What changed lately in a notice; null for a text that people decide on, see {@link changesOfNotice}. */
  async newsOf(
    { rule, term }: Pick<PublishedStatus, 'rule' | 'term'>,
    text: ReadableText,
  ): Promise<VersionChanges | null> {
    const { terms, now } = this.#sources;
    return rule.notice ? changesOfNotice(terms, term, { text, now: now() }) : null;
  }

  /** The scripts that wait for a rule. */
  scriptsOf(rule: string): readonly Script[] {
    return this.#sources.scripts.active.filter((script) => script.rule === rule);
  }

  async #rule(
    status: PublishedStatus,
    history: readonly StoredEvent[],
    languages: readonly string[],
  ): Promise<CentreRule> {
    const { term } = status;
    const scripts = this.scriptsOf(status.rule.name);
    const text = textFor(term, languages);
    const isAskedAgain = isPending(status) && stateHere(status) === 'passive';
    const decided = isAskedAgain ? outdatedDecision(term, history) : null;
    const changes = decided && (await changesSince(this.#sources.terms, term, { text, decided }));
    return { status, text, scripts, history, changes, news: await this.newsOf(status, text) };
  }

  async #events(asking: Asking): Promise<StoredEvent[]> {
    const { ledger, browsers } = this.#sources;
    const subject = await subjectOf(asking, browsers);
    return subject === null ? [] : ledger.eventsAbout(subject, { limit: MOST_EVENTS });
  }
}

function isPublished(status: ConsentStatus): status is PublishedStatus {
  return status.term !== null;
}

async function subjectOf(asking: Asking, browsers: BrowserService): Promise<LedgerSubject | null> {
  if (asking.user !== null) return { userId: asking.user.id, visitorId: null };
  const { visitorId } = await browsers.of(asking);
  return visitorId === null ? null : { userId: null, visitorId };
}
