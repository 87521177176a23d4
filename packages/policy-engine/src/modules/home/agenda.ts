/** What must be done today and this week: requests by their deadlines, and texts that come into force. */
import type { Reading } from '../../kernel/reading.ts';
import { dayText, type KindRequest, type RequestDesk } from '../requests/index.ts';
import type { Rule, Rules } from '../rules/index.ts';
import type { TermsService } from '../terms/index.ts';

/** Requests that are named in each part; the others are in its list. */
const NAMED = 12;

/** What reading it needs. */
export interface AgendaSources {
  readonly desk: Pick<RequestDesk, 'agenda' | 'openWeek'>;
  readonly terms: Pick<TermsService, 'scheduled'>;
  readonly rules: Rules;
  /** IANA name of the zone whose days count. */
  readonly timeZone: string;
}

/** A text that comes into force by itself. */
export interface ComingText {
  readonly rule: Rule;
  readonly id: string;
  readonly version: number;
  /** ISO 8601. */
  readonly at: string;
}

/** A day of the agenda. */
export interface AgendaDay {
  /** `2027-02-14`, in the time zone of the engine. */
  readonly day: string;
  /** How many requests are due. */
  readonly due: number;
  /** The first of them, by deadline. */
  readonly requests: readonly KindRequest[];
  readonly texts: readonly ComingText[];
}

/** The agenda. */
export interface Agenda {
  readonly overdue: readonly KindRequest[];
  /** From today on. */
  readonly days: readonly AgendaDay[];
  readonly later: readonly KindRequest[];
}

/** Reads it. */
export async function agendaOf({ desk, terms, rules, timeZone }: AgendaSources, reading: Reading): Promise<Agenda> {
  const [{ overdue, week, later }, { days }, scheduled] = await Promise.all([
    desk.agenda(NAMED),
    reading.of(desk, 'openWeek'),
    terms.scheduled(),
  ]);
  const texts = [...scheduled].flatMap(([rule, versions]) =>
    versions.map(({ id, version, publishedAt }) => {
      return { rule: rules.require(rule), id, version: version ?? 0, at: publishedAt ?? '' };
    }),
  );
  const isOn = (day: string, at: string) => dayText(new Date(at), timeZone) === day;
  return {
    overdue,
    later,
    days: days.map(({ day, count }) => ({
      day,
      due: count,
      requests: week.filter(({ request }) => isOn(day, request.dueAt)),
      texts: texts.filter(({ at }) => isOn(day, at)),
    })),
  };
}
