import type { NamingOptions } from '../database/names.ts';
import type { Database } from '../database/port.ts';
import { isUniqueViolation } from '../database/sql-errors.ts';
import { circumstancesOf } from '../ledger/circumstances.ts';
import type { How, LedgerSubject, NewEvent } from '../ledger/event.ts';
import { newEvent } from '../ledger/event.ts';
import type { Ledger } from '../ledger/service.ts';
import { forgetVisitorId, keepVisitorId, visitorIdOf } from '../ledger/visitor-cookie.ts';
import type { Rule, Rules } from '../rules.ts';
import type { ScriptService } from '../scripts/service.ts';
import type { TermsService } from '../terms/service.ts';
import type { TermInForce } from '../terms/term.ts';
import type { Cookies } from '../web/cookies.ts';
import type { CurrentUser } from '../web/host-env.ts';
import { httpErrors } from '../web/http-error.ts';
import type { WebLogger } from '../web/options.ts';
import { adoptable } from './adoption.ts';
import { isAsked, type RuleConditionContext } from './condition.ts';
import { readRuleCookies, writeRuleCookies } from './rule-cookies.ts';
import type { ConsentState, Decision, Standing } from './standing.ts';
import type { UserTerm } from './store.ts';
import { UserTermStore } from './store.ts';

/** What the service needs. */
export interface ConsentServiceOptions {
  readonly database: Database;
  readonly naming: NamingOptions;
  readonly rules: Rules;
  readonly terms: TermsService;
  readonly scripts: ScriptService;
  readonly ledger: Ledger;
  readonly logger: WebLogger;
  readonly now: () => Date;
}

/** Someone who decides or whose decisions are asked for. */
export interface Visitor {
  readonly user: CurrentUser | null;
  readonly cookies: Cookies;
  /** Null for a decision that the host makes outside of a request. */
  readonly request: Request | null;
  /** Whether they came over https. */
  readonly secure: boolean;
  /** By which way they decide. Default: `api`. */
  readonly how?: How | undefined;
  /** The client's address as the host sees it; only its network is kept. */
  readonly ip?: string | undefined;
  /** BCP 47 tag of the page they see. */
  readonly locale?: string | undefined;
}

/** What is known of a decision that comes with a form of the host's. */
export type Evidence = Pick<Visitor, 'how' | 'ip' | 'locale'> & { readonly request?: Request | null | undefined };

/** Someone whose decisions are asked for. */
export type Asking = Pick<Visitor, 'user' | 'cookies'> & Partial<Pick<Visitor, 'request'>>;

/** Decisions to be made together, by rule name. */
export type Decisions = ReadonlyMap<string, Decision>;

/** Who accepted what, and what follows from deciding. */
export class ConsentService {
  readonly #options: ConsentServiceOptions;
  readonly #store: UserTermStore;

  constructor(options: ConsentServiceOptions) {
    this.#options = options;
    this.#store = new UserTermStore(options.naming);
  }

  /** Where a visitor stands with every rule, in the order of the rules: two indexed queries, one for a signed-out one. */
  async standings(asking: Asking): Promise<Standing[]> {
    return this.#standingsOf(asking, await this.#known(asking));
  }

  /** Like `standings`, for a page of the host's: what the visitor decided before they signed in is adopted on the way. */
  async standingsOfVisit(visitor: Visitor): Promise<Standing[]> {
    const known = await this.#known(visitor);
    const isAdopted = await this.#adopt(visitor, known);
    return isAdopted ? this.standings(visitor) : this.#standingsOf(visitor, known);
  }

  async #known({ user }: Asking): Promise<Known> {
    const { database, terms } = this.#options;
    const [current, decided] = await Promise.all([terms.current(), user ? this.#store.of(database, user.id) : []]);
    return { current, byRule: new Map(decided.map((userTerm) => [userTerm.rule, userTerm])) };
  }

  async #standingsOf({ user, cookies, request = null }: Asking, { current, byRule }: Known): Promise<Standing[]> {
    const { rules } = this.#options;
    const asked = await this.asked({ user, request, attributes: null, event: null });
    return rules.all.map((rule) => {
      const term = current.get(rule.name) ?? null;
      const userTerm = byRule.get(rule.name);
      return {
        rule,
        term,
        state: userTerm ? stateOf(userTerm, term) : cookieState(rule, cookies, term),
        userTermId: userTerm?.id ?? null,
        decidedAt: userTerm?.decidedAt ?? null,
        isAsked: asked.has(rule.name),
      };
    });
  }

  /** Names of the rules that concern somebody (`if`). */
  async asked(context: Omit<RuleConditionContext, 'rule'>): Promise<ReadonlySet<string>> {
    const { rules, logger } = this.#options;
    const names = rules.all.map(async (rule) => ((await isAsked(rule, context, logger)) ? [rule.name] : []));
    return new Set((await Promise.all(names)).flat());
  }

  /**
   * Where a visitor stands with one rule.
   *
   * @param id name of a rule, or the id of a user term of the visitor
   * @throws HttpError 404 `not_found` for neither, and 404 `missing_term` while the rule has no text
   */
  async standing(visitor: Asking, id: string): Promise<Standing & { readonly term: TermInForce }> {
    const all = await this.standings(visitor);
    const found = all.find(({ rule }) => rule.name === id) ?? all.find(({ userTermId }) => userTermId === id);
    if (!found) throw httpErrors.notFound();
    return { ...found, term: found.term ?? (await this.#options.terms.currentOf(found.rule.name)) };
  }

  /**
   * Accepts or rejects rules in one transaction, then sets cookies and runs callbacks. Deciding the same again is no
   * change and answers alike. Either all decisions are stored or none.
   *
   * @throws HttpError 404 for an unknown rule or one without text, 401 for a rule that needs a user
   */
  async decide(visitor: Visitor, decisions: Decisions): Promise<void> {
    const chosen = await this.#choose(visitor, decisions);
    // Only who decided here before signing in has this cookie, and it goes with this answer.
    if (visitor.user && visitorIdOf(visitor.cookies) !== null) {
      await this.#adopt(visitor, await this.#known(visitor), new Set(decisions.keys()));
    }
    const changed = visitor.user ? await this.#write(visitor, visitor.user, chosen) : await this.#note(visitor, chosen);
    for (const choice of chosen) {
      const { rule, term, decision } = choice;
      if (rule.sessionless) {
        writeRuleCookies(visitor.cookies, rule.name, { decision, version: term.version }, visitor.secure);
      }
      if (decision === 'rejected') this.#options.scripts.forget(rule.name, visitor.cookies);
      if (changed.has(rule.name)) await this.#callBack(visitor, choice);
    }
  }

  /**
   * Stores decisions in a transaction of the host's, for a user who may not exist outside of it yet. Sets no cookies and
   * runs no callbacks.
   */
  async record(
    transaction: Database,
    userId: string,
    decisions: Decisions,
    evidence: Evidence = { how: 'sign-up' },
  ): Promise<void> {
    const current = await this.#options.terms.current(transaction);
    for (const [name, decision] of decisions) {
      const term = current.get(name) ?? (await this.#options.terms.currentOf(name));
      const written = { userId, rule: name, termId: term.id, decision, at: this.#options.now() };
      const event = this.#event(evidence, { userId, visitorId: null }, { rule: name, term, decision });
      await this.#store.write(transaction, written, event);
    }
  }

  /**
   * Links what a visitor decided before they had an account to that account, in the ledger; call it at sign-in and sign-up.
   * The visitor's cookie goes: on a shared computer the next one to decide is somebody else.
   *
   * @param database a transaction of the host's, if the account is not committed yet
   * @returns whether there was anything to link
   */
  async linkVisitor(
    visitor: Pick<Visitor, 'cookies' | 'secure'> & Evidence,
    userId: string,
    database: Database = this.#options.database,
  ): Promise<boolean> {
    const visitorId = visitorIdOf(visitor.cookies);
    if (visitorId === null) return false;
    const { how = 'api' } = visitor;
    const linked = await this.#options.ledger.link(database, { userId, visitorId }, how, circumstances(visitor));
    forgetVisitorId(visitor.cookies, visitor.secure);
    return linked;
  }

  /**
   * Adopts what was decided before signing in. No callback runs, for the decision is no new one; and no page fails for it.
   *
   * @param except rules that are decided anew right now
   * @returns whether the account changed
   */
  async #adopt(visitor: Visitor, { current, byRule }: Known, except?: ReadonlySet<string>): Promise<boolean> {
    const { user, cookies } = visitor;
    if (user === null) return false;
    const found = adoptable(this.#options.rules.all, cookies, current, byRule);
    const chosen = found.filter(({ rule }) => !except?.has(rule.name));
    // A decision is the moment to link the visitor, with or without anything to adopt.
    if (found.length === 0 && except === undefined) return false;
    try {
      const changed = chosen.length === 0 ? new Set() : await this.#write({ ...visitor, how: 'banner' }, user, chosen);
      await this.linkVisitor(visitor, user.id);
      return changed.size > 0;
    } catch (error) {
      this.#options.logger.error('adopting the decisions of a visitor failed', { error });
      return false;
    }
  }

  async #choose(visitor: Visitor, decisions: Decisions): Promise<Choice[]> {
    const current = await this.#options.terms.current();
    const chosen: Choice[] = [];
    for (const [name, decision] of decisions) {
      const rule = this.#options.rules.find(name);
      if (!rule) throw httpErrors.notFound();
      if (!visitor.user && !rule.sessionless) throw httpErrors.unauthorized();
      chosen.push({ rule, decision, term: current.get(name) ?? (await this.#options.terms.currentOf(name)) });
    }
    return chosen;
  }

  async #write(visitor: Visitor, user: CurrentUser, chosen: readonly Choice[]): Promise<Set<string>> {
    const { database } = this.#options;
    const writeAll = async (within: Database) => {
      const changed = new Set<string>();
      for (const { rule, term, decision } of chosen) {
        const written = { userId: user.id, rule: rule.name, termId: term.id, decision, at: this.#options.now() };
        const about = { userId: user.id, visitorId: null };
        const event = this.#event(visitor, about, { rule: rule.name, term, decision });
        if (await this.#store.write(within, written, event)) changed.add(rule.name);
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

  /** Notes what someone without an account changed: their cookies say what stood before. */
  async #note(visitor: Visitor, chosen: readonly Choice[]): Promise<Set<string>> {
    const changed = changedCookies(visitor.cookies, chosen);
    if (changed.size === 0) return changed;
    const visitorId = keepVisitorId(visitor.cookies, visitor.secure);
    const events = chosen
      .filter(({ rule }) => changed.has(rule.name))
      .map(({ rule, ...choice }) => this.#event(visitor, { userId: null, visitorId }, { ...choice, rule: rule.name }));
    await this.#options.ledger.append(events);
    return changed;
  }

  #event(
    evidence: Evidence,
    subject: LedgerSubject,
    { rule, term, decision }: { rule: string; term: TermInForce; decision: Decision },
  ): NewEvent {
    const { version, hash } = term;
    const { how = 'api' } = evidence;
    const facts = { kind: 'decision', rule, version, textHash: hash, decision, how, at: this.#options.now() } as const;
    return newEvent({ ...facts, subject, circumstances: circumstances(evidence) });
  }

  /** A callback that throws is reported and never loses the decision, which is stored by now. */
  async #callBack({ user, request, cookies }: Visitor, { rule, decision }: Choice): Promise<void> {
    const callback = decision === 'accepted' ? rule.onAccept : rule.onReject;
    try {
      await callback?.({ rule: rule.name, user, request, cookies });
    } catch (error) {
      this.#options.logger.error('a callback of a rule failed', { rule: rule.name, decision, error });
    }
  }
}

interface Known {
  readonly current: ReadonlyMap<string, TermInForce>;
  readonly byRule: ReadonlyMap<string, UserTerm>;
}

interface Choice {
  readonly rule: Rule;
  readonly term: TermInForce;
  readonly decision: Decision;
}

function circumstances({ request, ip, locale }: Evidence) {
  return circumstancesOf({ request: request ?? undefined, ip, locale });
}

/** A decision counts for the text in force, and for older texts unless a later one asks again. */
function stateOf(userTerm: UserTerm, term: TermInForce | null): ConsentState {
  if (userTerm.state !== 'accepted' && userTerm.state !== 'rejected') return 'passive';
  return isStillValid(userTerm.version, term) ? userTerm.state : 'passive';
}

function isStillValid(version: number, term: TermInForce | null): boolean {
  return term !== null && version >= term.askedSince;
}

function cookieState(rule: Rule, cookies: Cookies, term: TermInForce | null): ConsentState {
  const found = rule.sessionless ? readRuleCookies(cookies, rule.name) : null;
  if (!found || term === null) return 'passive';
  return found.version === null || isStillValid(found.version, term) ? found.decision : 'passive';
}

function changedCookies(cookies: Cookies, chosen: readonly Choice[]): Set<string> {
  const changed = chosen.filter(({ rule, term, decision }) => cookieState(rule, cookies, term) !== decision);
  return new Set(changed.map(({ rule }) => rule.name));
}
