/**
 * The specified behaviour of decisions, in memory: the last decision of each subject, in the order of commits, on which version,
 * and whose decision counts in which browser. No signatures, no tables: identities are objects.
 */
export const RULES = ['cookie', 'marketing', 'age'] as const;
export type Rule = (typeof RULES)[number];
export type Decision = 'accepted' | 'rejected';
export const isSessionless = (rule: Rule): boolean => rule !== 'age';
const isBlocking = (rule: Rule): boolean => rule === 'age';

/** Two identical decisions within this time are one, clicked twice. */
const SAME_CLICK = 60_000;

interface Version {
  readonly at: number;
  readonly material: boolean;
  /** Its number is in a sealed event. */
  isSealed: boolean;
  /** There are decisions on it. */
  isDecidedOn: boolean;
}

/** A decision in the ledger. */
export interface Event {
  readonly rule: Rule;
  readonly decision: Decision;
  readonly version: number;
  readonly at: number;
  readonly how: 'api' | 'adopted' | 'import';
  readonly number: number;
  /** Of a visitor's event: the account that took it over was erased. */
  isErased: boolean;
}

/** A visitor without an account, identified by one browser (or a copy of its cookies). */
export class Visitor {
  /** The engine's ID of the visitor; known from the first response. */
  id: string | undefined;
  readonly events: Event[] = [];
  isClosed = false;
  /** The events that were taken over, and the account. */
  readonly claims: Map<Event, string> = new Map();

  last(rule: Rule): Event | undefined {
    return this.events.findLast((event) => event.rule === rule);
  }
}

interface Recorded {
  readonly decision: Decision;
  readonly version: number;
  readonly by: 'browser' | 'held' | 'account';
}

/** The cookies of a browser. */
export class Browser {
  visitor: Visitor | null = null;
  /** The account that took over the former visitor: this one ends with its session. */
  visitorOf: string | null = null;
  /** Cookies that anybody can read and write. */
  plain: Map<Rule, { decision: Decision; version: number | null }> = new Map();
  /** The recorded decisions. */
  recorded: Map<Rule, Recorded> = new Map();
  /** The account that `held` and `account` belong to. */
  account: string | null = null;

  copy(): Browser {
    const { visitor, visitorOf, account } = this;
    const [plain, recorded] = [new Map(this.plain), new Map(this.recorded)];
    return Object.assign(new Browser(), { visitor, visitorOf, account, plain, recorded });
  }

  /** A request of an account or a visitor: what was set under another account ends. */
  arrive(user: string | null): void {
    if (this.visitorOf !== null && this.visitorOf !== user) [this.visitor, this.visitorOf] = [null, null];
    if (this.account === null || this.account === user) return;
    for (const [rule, { by }] of this.recorded) {
      if (by === 'browser') continue;
      this.recorded.delete(rule);
      this.plain.delete(rule);
    }
    this.account = null;
  }

  /** The decision on a rule from the browser's own cookies. */
  says(rule: Rule): { decision: Decision; version: number | null; isProved: boolean } | null {
    const [plain, recorded] = [this.plain.get(rule), this.recorded.get(rule)];
    if (plain === undefined) return null;
    if (recorded?.decision !== plain.decision) return { ...plain, isProved: false };
    return recorded.by === 'account' ? null : { ...recorded, isProved: true };
  }

  keep(rule: Rule, recorded: Recorded): void {
    const { decision, version } = recorded;
    this.recorded.set(rule, recorded);
    this.plain.set(rule, { decision, version });
  }
}

/** The state of a rule that a response contains. */
export interface Answer {
  readonly state: Decision | 'passive';
  readonly browser: Decision | null;
  readonly unproved: boolean;
  readonly version: number;
}

export class Model {
  readonly versions: Map<Rule, Version[]> = new Map(RULES.map((rule) => [rule, []]));
  readonly accounts: Map<string, Event[]> = new Map();
  readonly visitors: Visitor[] = [];

  /** The text in force at a moment, and since which version people are asked. */
  inForce(rule: Rule, at: number): { version: number; askedSince: number } {
    const known = this.versions.get(rule)!.filter((version) => version.at <= at);
    return { version: known.length, askedSince: known.findLastIndex(({ material }) => material) + 1 };
  }

  /** @returns whether it may come into force: a sealed or decided version keeps its number */
  publish(rule: Rule, material: boolean, at: number): boolean {
    const versions = this.versions.get(rule)!;
    const later = versions.filter((version) => version.at > at);
    if (later.some(({ isSealed, isDecidedOn }) => isSealed || isDecidedOn)) return false;
    versions.splice(versions.length - later.length, 0, { at, material, isSealed: false, isDecidedOn: false });
    return true;
  }

  /** The sealer numbers the texts that are in force by its clock. */
  seal(at: number): void {
    for (const version of [...this.versions.values()].flat()) if (version.at <= at) version.isSealed = true;
  }

  /** An account decides; a repeated decision is not an event. */
  decide(user: string, browser: Browser | null, rule: Rule, decision: Decision, at: number): void {
    browser?.arrive(user);
    const { version } = this.inForce(rule, at);
    const standing = this.standing(user, rule);
    if (standing?.decision !== decision || standing.version !== version) {
      this.#append(this.#eventsOf(user), { rule, decision, version, at, how: 'api' });
    }
    if (browser === null || !isSessionless(rule)) return;
    browser.keep(rule, { decision, version, by: 'account' });
    browser.account = user;
  }

  /** The state of an account: its last decision; an imported one counts if there is no later decision. */
  standing(user: string, rule: Rule): Event | undefined {
    let standing: Event | undefined;
    for (const event of this.accounts.get(user) ?? []) {
      const isOld = event.how === 'import' && standing !== undefined && event.at <= standing.at;
      if (event.rule === rule && !isOld) standing = event;
    }
    return standing;
  }

  /** A visitor decides in a browser without a signed-in account. */
  visit(browser: Browser, rule: Rule, decision: Decision, at: number): void {
    browser.arrive(null);
    const { version } = this.inForce(rule, at);
    const said = browser.says(rule);
    if (said?.isProved !== true || said.decision !== decision || said.version !== version) {
      if (browser.visitor === null || browser.visitor.isClosed) this.#newVisitor(browser);
      const visitor = browser.visitor!;
      const last = visitor.last(rule);
      const isSame = last?.decision === decision && last.version === version && at - last.at < SAME_CLICK;
      if (!isSame) this.#append(visitor.events, { rule, decision, version, at, how: 'api' });
    }
    browser.keep(rule, { decision, version, by: 'browser' });
  }

  #newVisitor(browser: Browser): void {
    for (const [rule, { by }] of browser.recorded) if (by === 'browser') browser.recorded.delete(rule);
    browser.visitor = new Visitor();
    this.visitors.push(browser.visitor);
  }

  /** An account takes over the decisions of its browser. @returns for each rule, whether there was something */
  adopt(user: string, browser: Browser, rules: readonly Rule[], at: number): boolean[] {
    browser.arrive(user);
    const brought = browser.copy();
    return rules.map((rule) => {
      const [visitor, recorded] = [brought.visitor, brought.recorded.get(rule)];
      const { version } = this.inForce(rule, at);
      if (visitor === null || brought.visitorOf !== null || recorded?.by !== 'browser') return false;
      const { decision } = recorded;
      if (brought.plain.get(rule)?.decision !== decision || recorded.version !== version) return false;
      const event = visitor.last(rule);
      const claimants = [...visitor.claims.values()];
      const isClaimed = event === undefined || visitor.claims.has(event) || claimants.some((other) => other !== user);
      // Closed by an account that has been erased since.
      if (isClaimed || (visitor.isClosed && claimants.length === 0)) return false;
      if (event.decision !== decision || event.version !== version) return false;
      const standing = this.standing(user, rule);
      if (standing?.decision === decision && standing.version === version) return false;
      visitor.isClosed = true;
      visitor.claims.set(event, user);
      this.#append(this.#eventsOf(user), { rule, decision, version, at, how: 'adopted' });
      this.#becomeAdopted(user, browser);
      browser.keep(rule, { decision, version, by: 'account' });
      return true;
    });
  }

  #becomeAdopted(user: string, browser: Browser): void {
    if (browser.visitorOf === null) {
      browser.visitor = new Visitor();
      this.visitors.push(browser.visitor);
      browser.visitorOf = user;
    }
    for (const [rule, recorded] of browser.recorded) {
      if (recorded.by === 'browser') browser.recorded.set(rule, { ...recorded, by: 'held' });
    }
    browser.account = user;
  }

  /** A decision of an older system; importing the same one again changes nothing. */
  import(user: string, rule: Rule, decision: Decision, at: number): void {
    const events = this.#eventsOf(user);
    const isKnown = events.some(
      (one) => one.how === 'import' && one.rule === rule && one.decision === decision && one.at === at,
    );
    if (!isKnown) this.#append(events, { rule, decision, version: 1, at, how: 'import' });
  }

  /** @returns the number of events that lost their identity */
  erase(user: string): number {
    let erased = this.accounts.get(user)?.length ?? 0;
    this.accounts.delete(user);
    for (const { claims } of this.visitors) {
      for (const [event, claimant] of claims) {
        if (claimant !== user) continue;
        claims.delete(event);
        event.isErased = true;
        erased += 1;
      }
    }
    return erased;
  }

  /** The state of a rule in a browser. */
  answer(user: string | null, browser: Browser, rule: Rule, at: number): Answer {
    browser.arrive(user);
    const { version, askedSince } = this.inForce(rule, at);
    const said = isSessionless(rule) ? browser.says(rule) : null;
    const counts = said !== null && (said.version === null || said.version >= askedSince);
    const here = counts ? said.decision : null;
    const own = user === null ? (here ?? 'passive') : this.accountState(user, rule, at);
    const unproved = counts && !said.isProved && (user === null || own === 'passive');
    return { state: own, browser: here, unproved, version };
  }

  /** The decision of an account on the text in force, without any browser. */
  accountState(user: string, rule: Rule, at: number): Answer['state'] {
    const standing = this.standing(user, rule);
    return standing !== undefined && standing.version >= this.inForce(rule, at).askedSince
      ? standing.decision
      : 'passive';
  }

  #eventsOf(user: string): Event[] {
    if (!this.accounts.has(user)) this.accounts.set(user, []);
    return this.accounts.get(user)!;
  }

  #append(events: Event[], event: Omit<Event, 'number' | 'isErased'>): void {
    events.push({ ...event, number: events.length + 1, isErased: false });
    const decidedOn = this.versions.get(event.rule)![event.version - 1];
    if (decidedOn !== undefined) decidedOn.isDecidedOn = true;
  }
}

/** Whether a rule is pending: undecided, unproved, or blocking and rejected. */
export function isPending(rule: Rule, { state, browser, unproved }: Answer): boolean {
  const here = state === 'passive' ? (browser ?? 'passive') : state;
  return unproved || here === 'passive' || (here === 'rejected' && isBlocking(rule));
}
