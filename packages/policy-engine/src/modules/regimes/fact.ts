/** A fact of law: what a text asks for from a day on, and how well it was read. */

/** What something that needs a decision is for. What is strictly necessary is exempt everywhere, and is no purpose here. */
export const PURPOSES = ['statistics', 'appearance', 'ads'] as const;

/** See {@link PURPOSES}; `ads` includes the sale of data and its sharing for targeted advertising. */
export type Purpose = (typeof PURPOSES)[number];

/** From the strictest to the loosest: nothing runs before an acceptance; runs until an objection; runs, with notice. */
export const POSTURES = ['opt-in', 'opt-out', 'exempt'] as const;

/** See {@link POSTURES}. */
export type Posture = (typeof POSTURES)[number];

/**
 * How the text was read: in its own words (`primary`, on the host of the authority or a mirror), in the account of another
 * (`secondary`), or not at all (`not-opened`).
 */
export type Status = 'primary' | 'secondary' | 'not-opened';

/** What kind of text it is. A proposal never holds. */
export type Force = 'law' | 'guidance' | 'judgment' | 'proposal';

/** What a browser's signal (Global Privacy Control) is: a binding request, an objection, or nothing that a text mentions. */
export type SignalForce = 'binds' | 'objection' | 'none';

/** What a site must do besides the postures, ages and signals. */
export type Duty =
  /** A way to refuse on the first layer, as easy as the way to accept. */
  | 'refuse-first'
  /** The withdrawal is as easy as the consent. */
  | 'withdraw-easily'
  /** Who decided, when, on which text and by which means can be proved. */
  | 'prove'
  /** People are told before something runs, and that they can refuse it. */
  | 'inform'
  /** A free objection stops what runs without consent. */
  | 'objection'
  /** A signal that comes after an acceptance is processed, too. */
  | 'signal-after-acceptance'
  /** The page shows that the signal was processed. */
  | 'show-signal'
  /** A request to opt out of sale and sharing, which a banner does not replace. */
  | 'opt-out-form'
  /** Who opted out and comes back confirms it in a second step. */
  | 'return-in-two-steps'
  /** At sign-in on a further device, people are told what their account has decided. */
  | 'tell-on-devices';

/** What a fact asks for or allows. */
export interface Holding {
  readonly postures?: Readonly<Partial<Record<Purpose, Posture>>>;
  /** The postures hold only under this condition, which the host has to meet. */
  readonly conditions?: string;
  /** The most calendar months that an acceptance lasts. */
  readonly acceptance?: number;
  /** Calendar months after a refusal before which people are not asked again. */
  readonly refusal?: number;
  readonly signal?: SignalForce;
  readonly duties?: readonly Duty[];
}

/** See the head of the file. */
export interface Fact {
  /** Stable: a letter for the place, and a number. */
  readonly id: string;
  /** Name of the text. */
  readonly text: string;
  /** Its section; null if the text as a whole is meant. */
  readonly section: string | null;
  readonly says: string;
  readonly force: Force;
  /** The first day, `2026-02-05`, or the year if no day was found; null if neither was. */
  readonly from: string | null;
  /** The last day. Default: in force without end. */
  readonly until?: string;
  readonly status: Status;
  /** How the date was read. Default: as the text. */
  readonly dateStatus?: Status;
  /** It allows what would otherwise be stricter. Default: false. */
  readonly loosens?: boolean;
  /** Default: it asks for nothing that the engine counts. */
  readonly holds?: Holding;
}

/**
 * Whether a fact is in force. Without an exact date, a duty counts from the earliest day on and what loosens from the latest: the
 * stricter reading.
 *
 * @param day UTC, `2026-11-28`
 */
export function isInForce({ force, from, until, loosens = false }: Fact, day: string): boolean {
  if (force === 'proposal') return false;
  if (until !== undefined && day > until) return false;
  if (from === null) return !loosens;
  return (from.length > 4 ? from : `${from}-${loosens ? '12-31' : '01-01'}`) <= day;
}

/** The text and its section, by which a fact is cited: `LGPD, Art. 8`. */
export function citation({ text, section }: Pick<Fact, 'text' | 'section'>): string {
  return section === null ? text : `${text}, ${section}`;
}
