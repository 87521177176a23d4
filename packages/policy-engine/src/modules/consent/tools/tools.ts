/**
 * Decisions that visitors made with another consent tool, as its cookie says. They are unproved: whoever uses a browser can write its
 * cookies. So none is ever stronger than it was:
 *
 * - the host approves each rule, with the version of its text that says what the tool said (`otherConsentTools`);
 * - a rejection is taken over, also where other names of the rule were accepted; an acceptance only if all of them were;
 * - an acceptance ends when the tool would have asked again, or earlier if the rule says so; without a date it counts from the earliest
 *   day on which it can have been made;
 * - of several cookies of one name, each must say it;
 * - what is over, of another revision, older than `since` or dated in the future does not count, nor does an acceptance that the browser's
 *   signal (Global Privacy Control) speaks against.
 */
import { isOver, dayOf } from '../../regimes/index.ts';
import type { Decision, Rule } from '../../rules/index.ts';
import type { TermInForce } from '../../terms/index.ts';
import type { DecisionAges } from '../ages/ages.ts';
import type { Tool, ToolName } from './declaration.ts';
import { readToolCookie, type ToolCookie } from './read-cookie.ts';

/** A decision that was made with another tool. */
export interface DecisionElsewhere {
  readonly tool: ToolName;
  readonly decision: Decision;
  /** Version of the rule's text that the host names. */
  readonly version: number;
  /** When it was made: of an undated acceptance the earliest, of an undated rejection the latest possible time. */
  readonly at: Date;
  /** Calendar months that it counts from then; null: without end. */
  readonly months: number | null;
}

/** Whose cookies are read, and on what they decided. */
interface AskedElsewhere {
  readonly rule: Rule;
  readonly term: TermInForce;
  /** The cookies of the request: all values of a name. */
  readonly cookies: { all(name: string): readonly string[] };
  /** Of the request, see `Places.regionOf`. */
  readonly region: string | null;
  /** Whether an acceptance may be taken over: the browser's signal does not speak against it. */
  readonly mayAccept: boolean;
}

/** What one cookie says on the names of a rule. */
type Said = Pick<DecisionElsewhere, 'decision' | 'at' | 'months'>;

const DAY = 24 * 60 * 60 * 1000;
/** Clocks of browsers differ from ours. */
const FAST_CLOCK = 5 * 60 * 1000;

/** See the head of the file. */
export class OtherTools {
  readonly #tools: readonly Tool[];
  readonly #ages: Pick<DecisionAges, 'months'>;
  readonly #now: () => Date;

  constructor(tools: readonly Tool[], ages: Pick<DecisionAges, 'months'>, now: () => Date) {
    this.#tools = tools;
    this.#ages = ages;
    this.#now = now;
  }

  /** The decision of a browser on a rule; null for none that counts. Of several, a rejection is taken. */
  on(asked: AskedElsewhere): DecisionElsewhere | null {
    const found = this.#tools.flatMap((tool) => this.#saidIn(tool, asked));
    return found.find(({ decision }) => decision === 'rejected') ?? (asked.mayAccept ? (found[0] ?? null) : null);
  }

  #saidIn(tool: Tool, asked: AskedElsewhere): DecisionElsewhere[] {
    const declared = tool.rules.find(({ rule }) => rule === asked.rule.name);
    if (declared === undefined) return [];
    const { version, names } = declared;
    // A later text asks again whoever decided on an earlier one.
    if (version < asked.term.askedSince || version > asked.term.version) return [];
    // A site that changed the domain of the cookie left the old one in browsers (https://github.com/orestbida/cookieconsent/issues/683). The
    // tool reads the first that the browser names, and asks if that says nothing.
    const said = asked.cookies.all(tool.cookie).map((value) => {
      const cookie = readToolCookie(tool.tool, value);
      return cookie === null ? null : this.#saidBy(cookie, tool, names, asked);
    });
    const counting = said.filter((one) => one !== null);
    const rejection = counting.find(({ decision }) => decision === 'rejected');
    const weakest = rejection ?? (counting.length === said.length ? endsFirst(counting) : undefined);
    return weakest === undefined ? [] : [{ ...weakest, tool: tool.tool, version }];
  }

  #saidBy(cookie: ToolCookie, tool: Tool, names: readonly string[], { rule, region }: AskedElsewhere): Said | null {
    const now = this.#now();
    const { until, revision } = cookie;
    if (revision !== null && revision !== tool.revision) return null;
    if (until !== null && until <= now) return null;
    if (cookie.at !== null && cookie.at.getTime() > now.getTime() + FAST_CLOCK) return null;
    const said = new Set(names.map((name) => cookie.on(name)));
    if (said.has('rejected')) {
      const at = earlier(cookie.at ?? now, now);
      return { decision: 'rejected', at, months: this.#ages.months(rule, 'rejected', region) };
    }
    if (said.has(null)) return null;
    const first = new Date(now.getTime() - tool.keptDays * DAY);
    const at = earlier(cookie.at ?? (tool.since === null || tool.since < first ? first : tool.since), now);
    if (tool.since !== null && at < tool.since) return null;
    const kept = wholeMonths(at, until ?? new Date(at.getTime() + tool.keptDays * DAY));
    const months = Math.min(kept, this.#ages.months(rule, 'accepted', region) ?? kept);
    if (months < 1 || isOver('accepted', at, { months, today: dayOf(now) })) return null;
    return { decision: 'accepted', at, months };
  }
}

/** Of acceptances, the one that counts no longer than the others. */
function endsFirst(acceptances: readonly Said[]): Said | undefined {
  const end = ({ at, months }: Said) => monthsAfter(at, months ?? 0).getTime();
  return acceptances.toSorted((one, other) => end(one) - end(other))[0];
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

/** The most calendar months, at most 120, that have passed at a time: the day of the same number, or the last of a shorter month. */
function wholeMonths(from: Date, to: Date): number {
  let months = 0;
  while (months < 120 && monthsAfter(from, months + 1) <= to) months += 1;
  return months;
}

function monthsAfter(from: Date, months: number): Date {
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const longest = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const after = new Date(from);
  after.setUTCFullYear(year, month, Math.min(from.getUTCDate(), longest));
  return after;
}
