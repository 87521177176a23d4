import type { NamingOptions } from '../database/names.ts';
import type { Database } from '../database/port.ts';
import { isUniqueViolation } from '../database/sql-errors.ts';
import type { Rule, Rules } from '../rules.ts';
import type { ScriptService } from '../scripts/service.ts';
import type { TermsService } from '../terms/service.ts';
import type { TermInForce } from '../terms/term.ts';
import type { Cookies } from '../web/cookies.ts';
import type { CurrentUser } from '../web/host-env.ts';
import { httpErrors } from '../web/http-error.ts';
import type { WebLogger } from '../web/options.ts';
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
}

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
  async standings({ user, cookies }: Pick<Visitor, 'user' | 'cookies'>): Promise<Standing[]> {
    const { database, rules, terms } = this.#options;
    const [current, decided] = await Promise.all([terms.current(), user ? this.#store.of(database, user.id) : []]);
    const byRule = new Map(decided.map((userTerm) => [userTerm.rule, userTerm]));
    return rules.all.map((rule) => {
      const term = current.get(rule.name) ?? null;
      const userTerm = byRule.get(rule.name);
      return {
        rule,
        term,
        state: userTerm ? stateOf(userTerm, term) : cookieState(rule, cookies, term),
        userTermId: userTerm?.id ?? null,
        decidedAt: userTerm?.decidedAt ?? null,
      };
    });
  }

  /**
   * Where a visitor stands with one rule.
   *
   * @param id name of a rule, or the id of a user term of the visitor
   * @throws HttpError 404 `not_found` for neither, and 404 `missing_term` while the rule has no text
   */
  async standing(
    visitor: Pick<Visitor, 'user' | 'cookies'>,
    id: string,
  ): Promise<Standing & { readonly term: TermInForce }> {
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
    const changed = visitor.user ? await this.#write(visitor.user, chosen) : changedCookies(visitor.cookies, chosen);
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
  async record(transaction: Database, userId: string, decisions: Decisions): Promise<void> {
    const current = await this.#options.terms.current(transaction);
    for (const [name, decision] of decisions) {
      const term = current.get(name) ?? (await this.#options.terms.currentOf(name));
      const at = this.#options.now();
      await this.#store.write(transaction, { userId, rule: name, termId: term.id, decision, at });
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

  async #write(user: CurrentUser, chosen: readonly Choice[]): Promise<Set<string>> {
    const write = () =>
      this.#options.database.transaction(async (transaction) => {
        const changed = new Set<string>();
        for (const { rule, term, decision } of chosen) {
          const at = this.#options.now();
          const written = { userId: user.id, rule: rule.name, termId: term.id, decision, at };
          if (await this.#store.write(transaction, written)) changed.add(rule.name);
        }
        return changed;
      });
    try {
      return await write();
    } catch (error) {
      // Two first decisions at once: the second finds the row of the first.
      if (isUniqueViolation(error)) return write();
      throw error;
    }
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

interface Choice {
  readonly rule: Rule;
  readonly term: TermInForce;
  readonly decision: Decision;
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
