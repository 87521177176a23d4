/** One browser during one request: the content of its cookies, what of it is proved, and the changes by the response. */
import { randomUUID } from 'node:crypto';
import { countedMonths, dayOf, isOver, lastDayOf } from '../regimes/index.ts';
import type { Cookies } from '../../platform/web/request/cookies.ts';
import { keptVendorsHash, NO_VENDOR } from './kept-vendors.ts';
import type { CookieKey } from './keys.ts';
import type { CookiePlace } from './place.ts';
import { type DecidedBy, type ProofCookie, type ProvedDecision, sealProof } from './proof-cookie.ts';
import {
  type CookieDecision,
  type Decided,
  deleteRuleCookies,
  readRuleCookies,
  writeRuleCookies,
} from './rule-cookies.ts';
import { deleteSignedCookie, setSignedCookie } from './signed-cookie.ts';
import { sealVisitor, type VisitorCookie } from './visitor-cookie.ts';

/** The decision of a browser on a rule. */
export interface BrowserDecision {
  readonly decision: Decided;
  /** Null if the page set the cookie itself, without a version. */
  readonly version: number | null;
  /** The decisions on single vendors, see `kept-vendors.ts`; null for a decision about the purpose as a whole. */
  readonly vendors: string | null;
  /** Whether the engine recorded it: otherwise anybody may have written the cookie. */
  readonly isProved: boolean;
  /** Null if it is not proved. */
  readonly decidedAt: Date | null;
  /** Calendar months that it counts, by the rule when it was made; null if it names none. */
  readonly months: number | null;
}

/** A decision of a visitor that an account may take over. */
export interface AdoptableDecision {
  readonly visitorId: string;
  readonly decision: Decided;
  readonly version: number;
  /** See {@link BrowserDecision.vendors}. */
  readonly vendors: string | null;
  readonly at: Date;
  /** See {@link BrowserDecision.months}. */
  readonly months: number | null;
}

/** The cookies of one request and its response, and the sender. */
export interface Carrier {
  readonly cookies: Cookies;
  /** Where the engine's cookies are. */
  readonly place: CookiePlace;
  /** UTC, `2026-11-26`. */
  readonly today: string;
}

/** The content of a request's signed cookies, as far as it concerns the sender. */
export interface Signed {
  readonly visitor: VisitorCookie | null;
  readonly proof: ProofCookie | null;
}

/** What a response records. */
export interface RecordedDecision {
  readonly rule: string;
  readonly decision: Decided;
  readonly version: number;
  /** See {@link BrowserDecision.vendors}. */
  readonly vendors: string | null;
  /** Calendar months that it counts by the rule of now; null: as long as the browser keeps it. */
  readonly months: number | null;
  /** When it was made, and the months of the rule then. Default: as known of the same decision, else now. */
  readonly made?: MadeThen | undefined;
}

/** When a decision was made, and the months of the rule then. */
export interface MadeThen {
  readonly at: Date;
  readonly months: number | null;
}

/** See the head of the file. Made by `BrowserService.of`. */
export class Browser {
  readonly #carrier: Carrier;
  readonly #received: Signed;
  /** Rules whose plain cookies were set under an account that is no longer signed in. */
  readonly #ended: ReadonlySet<string>;
  readonly #countsUnproved: boolean;
  #visitor: VisitorCookie | null;
  readonly #proved: Map<string, ProvedDecision>;
  /** Decisions of this response, which the cookies of the request do not have yet. */
  readonly #written: Map<string, RecordedDecision> = new Map();

  constructor(carrier: Carrier, received: Signed, ended: ReadonlySet<string>, countsUnproved: boolean) {
    this.#carrier = carrier;
    this.#received = received;
    this.#ended = ended;
    this.#countsUnproved = countsUnproved;
    this.#visitor = received.visitor;
    this.#proved = new Map(received.proof?.decisions);
  }

  /** The visitor of this browser; null for none. */
  get visitorId(): string | null {
    return this.#visitor?.visitorId ?? null;
  }

  /** The browser's decision on a rule; null for none. Decisions that an account made here are read from the account. */
  decisionOn(rule: string): BrowserDecision | null {
    const proved = this.#proved.get(rule);
    const said = this.#plainOn(rule);
    if (said === null) return null;
    const isSame = proved?.decision === said.decision;
    if (isSame && proved.vendors === vendorsHash(said)) {
      if (proved.by === 'account' || hasEnded(said)) return null;
      const { decision, version, at, months } = proved;
      return { decision, version, vendors: said.vendors, isProved: true, decidedAt: new Date(at * 1000), months };
    }
    if (!this.#countsUnproved || said.isOver) return null;
    // Vendors were rejected here, and the cookie that names them is missing.
    const isLost = isSame && proved.vendors !== null && said.vendors === null;
    return { ...said, ...(isLost && { vendors: NO_VENDOR }), isProved: false, decidedAt: null, months: null };
  }

  /** The last answer on a rule that this browser keeps, even if it counts no more; null for none. */
  lastAnswerOn(rule: string): Decided | null {
    return this.#proved.get(rule)?.decision ?? this.#plainOn(rule)?.decision ?? null;
  }

  /** Decisions of the browser that the signed-in account may take over; null for none. */
  adoptableOn(rule: string): AdoptableDecision | null {
    const { visitor, proof } = this.#received;
    const proved = proof?.decisions.get(rule);
    if (visitor === null || visitor.account !== null || proved?.by !== 'browser') return null;
    const { decision, version, at, months } = proved;
    const said = readRuleCookies(this.#carrier.cookies, rule, this.#carrier.today);
    if (said?.decision !== decision || hasEnded(said) || vendorsHash(said) !== proved.vendors) return null;
    const { visitorId } = visitor;
    return { visitorId, decision, version, vendors: said.vendors, at: new Date(at * 1000), months };
  }

  #plainOn(rule: string): CookieDecision | null {
    const written = this.#written.get(rule);
    if (written !== undefined) return { ...written, isOver: false };
    return this.#ended.has(rule) ? null : readRuleCookies(this.#carrier.cookies, rule, this.#carrier.today);
  }

  /** Whether the engine recorded this very decision for the visitor of this browser, and it still counts. */
  hasRecorded({ rule, decision, version, vendors, months }: RecordedDecision): boolean {
    const known = this.decisionOn(rule);
    if (known === null || known.decidedAt === null) return false;
    const isSame = known.decision === decision && known.version === version && known.vendors === vendors;
    const at = secondsOf(known.decidedAt);
    return isSame && !isOverNow({ decision, at, months: known.months }, months, this.#carrier.today);
  }

  /**
   * Adds decisions of the visitor that the request's cookies do not have yet: another request of this browser recorded them at the same
   * time. The response stores them with the next {@link keepVisitor}.
   *
   * @param recorded the visitor's last decision on each rule, with its time
   */
  catchUp(visitorId: string, recorded: readonly (RecordedDecision & { readonly made: MadeThen })[]): void {
    if (visitorId !== this.visitorId) this.#forgetVisitor();
    this.#visitor ??= { visitorId, account: null };
    for (const { made, ...one } of recorded) {
      const known = this.#proved.get(one.rule);
      const isKnown =
        known?.decision === one.decision && known.version === one.version && known.vendors === vendorsHash(one);
      // Without proof, a rejection is one that could not be recorded, and applies all the same.
      const isRefused = known === undefined && this.#plainOn(one.rule)?.decision === 'rejected';
      if (isKnown || isRefused || (known !== undefined && known.by !== 'browser')) continue;
      const { rule, decision, version } = one;
      const { at, months } = made;
      const proved = {
        decision,
        version,
        vendors: vendorsHash(one),
        by: 'browser',
        at: secondsOf(at),
        months,
      } as const;
      this.#proved.set(rule, proved);
      this.#written.set(rule, one);
    }
  }

  /** Stores a visitor's decision with the response. @param visitorId in whose name it was recorded */
  keepVisitor(key: CookieKey, visitorId: string, decisions: readonly RecordedDecision[], now: Date): void {
    if (visitorId !== this.visitorId) this.#forgetVisitor();
    this.#visitor = { visitorId, account: this.#visitor?.account ?? null };
    const caughtUp = [...this.#written.values()].filter(({ rule }) => this.#proved.get(rule)?.by === 'browser');
    this.#keep([...caughtUp, ...decisions], 'browser', now);
    this.#write(key, null);
  }

  /** Stores an account's decision with the response, until the account's session ends. */
  keepAccount(key: CookieKey, userId: string, decisions: readonly RecordedDecision[], now: Date): void {
    this.#keep(decisions, 'account', now);
    this.#write(key, userId);
  }

  /** Stores a rejection that could not be recorded: without proof, but what was withdrawn stops. */
  keepUnrecordedRefusal(rule: string, version: number): void {
    const { cookies, place } = this.#carrier;
    writeRuleCookies(cookies, rule, { decision: 'rejected', version, vendors: null, until: null }, place);
  }

  /** Gives the browser a new visitor with the response: an account took over the previous one and this decision. */
  becomeAdopted(key: CookieKey, userId: string, decision: RecordedDecision, now: Date): void {
    const isFirst = this.#visitor?.account === null;
    if (isFirst) this.#visitor = { visitorId: randomUUID(), account: key.accountHash(userId) };
    for (const [rule, proved] of this.#proved) {
      if (proved.by === 'browser') this.#proved.set(rule, { ...proved, by: 'held' });
    }
    this.#keep([decision], 'account', now);
    this.#write(key, userId);
  }

  #keep(decisions: readonly RecordedDecision[], by: DecidedBy, now: Date): void {
    const { cookies, place } = this.#carrier;
    for (const one of decisions) {
      const { rule, decision, version, months } = one;
      const vendors = vendorsHash(one);
      const known = this.#proved.get(rule);
      const isSame =
        known?.by === by && known.decision === decision && known.version === version && known.vendors === vendors;
      const { at: madeAt, months: madeFor } = one.made ?? { at: now, months };
      // A decision that still counts is not renewed. Its cookie may have ended before, by the months of an earlier configuration.
      const isKept = one.made === undefined && isSame && !isOverNow(known, months, dayOf(now)) && this.#counts(rule);
      const { at, months: made } = isKept ? known : { at: secondsOf(madeAt), months: madeFor };
      this.#proved.set(rule, { decision, version, vendors, by, at, months: made });
      const counted = countedMonths(decision, { made, now: months });
      const until = counted === null ? null : lastDayOf(decision, new Date(at * 1000), counted);
      writeRuleCookies(cookies, rule, { ...one, until }, place);
      this.#written.set(rule, one);
    }
  }

  /** Whether the plain cookies of a rule have a decision that has not ended. */
  #counts(rule: string): boolean {
    const said = this.#plainOn(rule);
    return said !== null && !hasEnded(said);
  }

  /** Decisions of the previous visitor do not belong to another one. */
  #forgetVisitor(): void {
    this.#visitor = null;
    for (const [rule, { by }] of this.#proved) if (by === 'browser') this.#proved.delete(rule);
  }

  #write(key: CookieKey, userId: string | null): void {
    const { cookies, place } = this.#carrier;
    const account = userId === null ? null : key.accountHash(userId);
    const visitor = this.#visitor;
    if (visitor !== null) {
      // Signed again: the key, and with it the hash of the account, may have changed.
      const sealed = { ...visitor, account: visitor.account === null ? null : account };
      setSignedCookie(cookies, 'policy_visitor', sealVisitor(key, sealed), place);
    }
    const proof = { account, decisions: this.#proved };
    setSignedCookie(cookies, 'policy_proof', sealProof(key, proof, this.visitorId), place);
  }

  /** Deletes with the response what was set under an account that is no longer signed in. */
  endAccount(key: CookieKey, hasEndedVisitor: boolean): void {
    const { cookies, place } = this.#carrier;
    for (const rule of this.#ended) deleteRuleCookies(cookies, rule, place);
    if (hasEndedVisitor) deleteSignedCookie(cookies, 'policy_visitor', place);
    if (this.#proved.size === 0) deleteSignedCookie(cookies, 'policy_proof', place);
    else this.#write(key, null);
  }
}

/** Whether a decision has ended by its cookie. A rejection counts as long as its proof says, however the rule has changed since. */
const hasEnded = ({ decision, isOver }: CookieDecision): boolean => isOver && decision === 'accepted';

/** @param now months by the rule of now */
function isOverNow(
  { decision, at, months: made }: Pick<ProvedDecision, 'decision' | 'at' | 'months'>,
  now: number | null,
  today: string,
): boolean {
  return isOver(decision, new Date(at * 1000), { months: countedMonths(decision, { made, now }), today });
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

function vendorsHash({ vendors }: { readonly vendors: string | null }): string | null {
  return vendors === null ? null : keptVendorsHash(vendors);
}
