/** The recorded events of a request, in chronological order: who did what, which mails were sent, what the work did. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import type { TimeText } from '../../../platform/database/statements/times.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import type { MailName } from '../../../platform/mail/messages.ts';
import type { Audit, AuditEntry } from '../../audit/index.ts';
import type { KindRequest } from '../register/kind.ts';

/** Who did something: an administrator by the host's ID, the person, the host's own code, or the engine. */
export type TimelineActor = { readonly administrator: string } | 'person' | 'host' | 'engine';

/** An event. */
export interface TimelineEntry {
  readonly at: TimeText;
  /** In a few words, in the reader's language. */
  readonly what: string;
  readonly who: TimelineActor;
  /** Whether it is that the request was made: of one that came by letter, only the day is known. Default: false. */
  readonly isMaking?: boolean;
}

/** What reading a timeline needs. */
export interface TimelineOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly audit: Pick<Audit, 'about'>;
}

/** Mails about requests of every kind. */
const SHARED_MAILS: readonly MailName[] = ['request_message', 'request_answered'];

/** Most audit log entries that are read. */
const MOST = 500;

/** Reads the events, the oldest first. Mails are known for 90 days after they were sent. */
export async function timelineOf(
  { database, naming, audit }: TimelineOptions,
  { kind, request }: KindRequest,
  language: Language,
): Promise<TimelineEntry[]> {
  const { t, text } = language;
  const entries = await audit.about(request.id, MOST);
  const isNoted = (end: string) => entries.some(({ action }) => action.endsWith(end));
  const own: TimelineEntry[] = [
    { at: request.createdAt, what: t('requests.timeline.asked'), who: 'person', isMaking: true },
    ...moment(request.confirmedAt, !isNoted('_confirmed'), t('requests.timeline.confirmed')),
    ...moment(request.extendedAt, !isNoted('_extended'), t('requests.extended')),
    ...moment(request.closedAt, request.state === 'denied' && !isNoted('_denied'), t('requests.state.denied')),
  ];
  const moments = await kind.moments(request, language.locale);
  const registered = entries.find(({ action }) => action === 'request_registered');
  const voucher = registered === undefined ? 'host' : actorOf(registered);
  const work = moments.map(({ at, text: key, about, isVouched = false }): TimelineEntry => {
    return { at, what: text(key, about === undefined ? {} : { what: about }), who: isVouched ? voucher : 'engine' };
  });
  const noted = entries.map((entry): TimelineEntry => {
    return { at: entry.at, what: actionText(language, entry), who: actorOf(entry) };
  });
  const mails = await mailsAbout(createQueries(database, naming), [...kind.mails, ...SHARED_MAILS], request.id);
  const sent = mails.map(({ at, message, state }): TimelineEntry => {
    const key = `mail.${message}.subject`;
    const mail = language.isText(key) ? text(key) : message;
    return { at, what: t(`requests.timeline.mail.${state}`, { mail }), who: 'engine' };
  });
  // Of the same moment, an act is before the work that it starts.
  return [...own, ...noted, ...work, ...sent].toSorted((a, b) => a.at.localeCompare(b.at));
}

/** Only a background job reopens a request without an administrator. */
function actorOf({ actor, action }: AuditEntry): TimelineActor {
  if (actor !== null) return { administrator: actor };
  return action.endsWith('_reopened') ? 'engine' : 'host';
}

function moment(at: TimeText | null, isShown: boolean, what: string): TimelineEntry[] {
  return at === null || !isShown ? [] : [{ at, what, who: 'host' }];
}

function actionText({ isText, text }: Language, { action }: AuditEntry): string {
  const key = `audit.action.${action}`;
  return isText(key) ? text(key) : action;
}

interface KnownMail {
  readonly at: TimeText;
  readonly message: string;
  readonly state: 'waiting' | 'sent' | 'dropped';
}

/** The mails whose key names the request: `portability_denied:0190…`, followed by what distinguishes several of a kind. */
async function mailsAbout(
  queries: ReturnType<typeof createQueries>,
  names: readonly MailName[],
  requestId: string,
): Promise<KnownMail[]> {
  if (names.length === 0) return [];
  const rows = await queries
    .selectFrom('mails')
    .select(['message', 'state', 'created_at', 'sent_at'])
    .where((where) =>
      where.or(
        names.flatMap((name) => {
          const key = `${name}:${requestId}`;
          return [
            where('unique_key', '=', key),
            // A range of the index: the character after the colon is the semicolon.
            where.and([where('unique_key', '>', `${key}:`), where('unique_key', '<', `${key};`)]),
          ];
        }),
      ),
    )
    .execute();
  return rows.map(({ message, state, created_at: made, sent_at: sent }) => ({
    at: sent ?? made,
    message,
    // Written by the outbox.
    state: state as KnownMail['state'],
  }));
}
