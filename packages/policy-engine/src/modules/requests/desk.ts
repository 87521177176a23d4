/** What the pages of all kinds share: search for people, administrators' notes, and templates of reasons. */
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import type { NamesOf } from '../../platform/users/names.ts';
import { type UserResource, usersMatching } from '../../platform/users/resource.ts';
import type { Language } from '../../platform/i18n/language.ts';
import type { ComposedMail, Mail } from '../../platform/mail/mail.ts';
import type { MailWords } from '../../platform/mail/templates.ts';
import { refusals } from '../../errors/refusals.ts';
import type { Audit } from '../audit/index.ts';
import type { Jobs } from '../../platform/jobs/job.ts';
import type { AttachmentStorage } from '../../platform/storage/storage.ts';
import type { Undo } from '../preferences/index.ts';
import type { WebhookService } from '../webhooks/index.ts';
import type { KindRequest, RequestElsewhere, RequestKind } from './register/kind.ts';
import type { OpenCounts, OpenWeek, RequestCounts } from './register/counts.ts';
import { type ListedId, RequestLists, type RequestQuery, type RequestSearch } from './register/lists.ts';
import type { PersonRequest } from './register/request.ts';
import { Assignments } from './assignments/assignments.ts';
import { momentsOf } from './deadlines/deadline.ts';
import { Messages, type MessagesOptions } from './messages/messages.ts';
import { Notes } from './notes/notes.ts';
import { Templates } from './templates/templates.ts';
import { type TimelineEntry, timelineOf } from './timeline/timeline.ts';

/** Requests per query for a file. */
const READ_AT_ONCE = 500;

/** What the desk needs. */
export interface RequestDeskOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly timeZone: string;
  readonly users: UserResource;
  readonly audit: Audit;
  readonly undo: Undo;
  readonly namesOfAdmins: NamesOf;
  /** The best matching language of the engine. */
  readonly language: (wishes: readonly string[]) => Language;
  /** Called at each use: modules that are created later also have kinds. */
  readonly kinds: () => readonly RequestKind[];
  readonly now: () => Date;
  /** Whether people can be mailed: mail is configured, and the host finds its users. */
  readonly canMail: boolean;
  readonly mail: Mail;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly webhooks: Pick<WebhookService, 'emit'>;
  /** See {@link MessagesOptions.countMessage}. */
  readonly countMessage: MessagesOptions['countMessage'];
  /** Where files of messages are stored. */
  readonly storage: AttachmentStorage;
}

/** A page of requests of several kinds. */
export interface KindRequestsPage {
  readonly requests: readonly KindRequest[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  readonly counts: RequestCounts;
}

/** What is due, by deadline. */
export interface RequestAgenda {
  readonly overdue: readonly KindRequest[];
  /** Due today or in the next six days. */
  readonly week: readonly KindRequest[];
  /** Due after that. */
  readonly later: readonly KindRequest[];
}

/** Requests of all kinds. */
export class RequestDesk {
  readonly #options: RequestDeskOptions;
  readonly #lists: RequestLists;
  /** What administrators noted about requests. */
  readonly notes: Notes;
  /** Messages between people and administrators. */
  readonly messages: Messages;
  /** Who works on a request. */
  readonly assignments: Assignments;
  /** Templates of reasons. */
  readonly templates: Templates;

  constructor(options: RequestDeskOptions) {
    this.#options = options;
    this.notes = new Notes(options);
    this.messages = new Messages(options);
    this.assignments = new Assignments({ ...options, notes: this.notes });
    this.templates = new Templates(options);
    this.#lists = new RequestLists(options);
  }

  /** Whether the person of a request gets messages about it by mail; they are on its page in any case. */
  get canMail(): boolean {
    return this.#options.canMail;
  }

  /** A message to the person of a request, as they will read it. */
  compose(mail: ComposedMail): Promise<MailWords> {
    return this.#options.mail.compose(mail);
  }

  /** A request with its kind. @throws {PolicyEngineError} 404 */
  async find(kind: string, id: string): Promise<KindRequest> {
    const [found] = await this.load([{ kind, id }]);
    if (found === undefined) throw refusals.notFound();
    return found;
  }

  /**
   * Enters a request that a person made elsewhere, such as by letter; the audit log records who entered it.
   *
   * @param kind name of the kind
   * @param asked.receivedAt the deadline counts from then
   * @throws {PolicyEngineError} 404 for an unknown kind, or one that cannot be requested; 422 `request_open`
   */
  async receive(kind: string, asked: Omit<RequestElsewhere, 'note'>): Promise<KindRequest> {
    const found = this.kinds.find(({ name }) => name === kind);
    const receive = found?.receive ?? null;
    if (found === undefined || receive === null) throw refusals.notFound();
    const note = (transaction: Database, id: string) =>
      this.#options.audit.record(transaction, { action: 'request_registered', rule: null, subject: id });
    return { kind: found, request: await receive({ ...asked, note }) };
  }

  /** Whether administrators can enter requests of a kind. */
  receives(kind: string): boolean {
    return this.kinds.some(({ name, receive }) => name === kind && receive !== null);
  }

  /** The kinds of request that a person with these requests can make: none beside an open one of the same kind. */
  registrable(requests: readonly KindRequest[]): string[] {
    const isOpen = (kind: RequestKind) =>
      requests.some((one) => one.kind === kind && kind.states.open.includes(one.request.state));
    return this.kinds.filter((kind) => kind.receive !== null && !isOpen(kind)).map(({ name }) => name);
  }

  /**
   * Moves the requests of an account to the one that it is merged into.
   *
   * @throws {PolicyEngineError} 409 `merge_refused` if one is open: who may receive the data was decided for one account
   */
  async merge(transaction: Database, { from, into }: { readonly from: string; readonly into: string }): Promise<void> {
    for (const { tables, name } of this.kinds) {
      const isOpen = await tables.hasOpen(transaction, from);
      // An erasure that is under way would erase what the other account takes over.
      if (isOpen || (name === 'erasure' && (await tables.hasOpen(transaction, into)))) {
        throw refusals.conflict('merge_refused', 'people.merge.error.open');
      }
      await tables.move(transaction, from, into);
    }
    await this.messages.move(transaction, from, into);
  }

  /** Writes the person of a locked request a message, in the same transaction. */
  async write(
    transaction: Database,
    { kind, request, body }: { readonly kind: string; readonly request: PersonRequest; readonly body: string },
  ): Promise<void> {
    const found = this.kinds.find(({ name }) => name === kind);
    if (found === undefined) throw refusals.notFound();
    await this.messages.append(transaction, { kind: found, request }, body);
  }

  /** Deletes what is stored about a request that is deleted, in the same transaction. */
  async forget(transaction: Database, requestId: string): Promise<void> {
    await this.notes.forget(transaction, requestId);
    await this.messages.forget(transaction, requestId);
    await this.assignments.forget(transaction, requestId);
  }

  /** The recorded events of a request, the oldest first. */
  timeline(found: KindRequest, language: Language): Promise<TimelineEntry[]> {
    return timelineOf(this.#options, found, language);
  }

  /** The host's names of administrators; their IDs if it has none, or fails. */
  async namesOfAdmins(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const names = await this.#options.namesOfAdmins(ids);
    return new Map(ids.map((id) => [id, names.get(id) ?? id]));
  }

  /** The existing kinds. */
  get kinds(): readonly RequestKind[] {
    return this.#options.kinds();
  }

  /** Whether the host finds people by more than their ID. */
  get findsNames(): boolean {
    return this.#options.users.search !== undefined;
  }

  /**
   * The search target of a text, and of a day on which requests are due; null for neither.
   *
   * @param due `2027-02-14`, in the time zone of the engine
   * @param assignee ID of the administrator who works on them; null: nobody does
   */
  async search(text: string | undefined, due?: string, assignee?: string | null): Promise<RequestSearch | null> {
    const rest = {
      ...(due && { due: momentsOf(due, this.#options.timeZone) }),
      ...(assignee !== undefined && { assignee }),
    };
    if (text !== undefined && text !== '')
      return { id: text, userIds: await usersMatching(this.#options.users, text), ...rest };
    return Object.keys(rest).length === 0 ? null : rest;
  }

  /** The number of open requests, and of those that are due on each day of the week. */
  openWeek(): Promise<OpenWeek> {
    return this.#lists.openWeek(this.kinds);
  }

  /** What is due: overdue requests, those of the week, and the first ones after it. @param limit requests of each part */
  async agenda(limit: number): Promise<RequestAgenda> {
    const [overdue, week, later] = await Promise.all([
      this.#lists.dueFirst(this.kinds, 'overdue', limit),
      this.#lists.dueFirst(this.kinds, 'week', limit),
      this.#lists.dueLater(this.kinds, limit),
    ]);
    const loaded = await this.load([...overdue, ...week, ...later]);
    const of = (ids: readonly ListedId[]) => loaded.filter(({ request }) => ids.some(({ id }) => id === request.id));
    return { overdue: of(overdue), week: of(week), later: of(later) };
  }

  /** The numbers of requests. */
  counts(): Promise<RequestCounts> {
    return this.#lists.counts(this.kinds);
  }

  /** The open or overdue requests with the earliest deadlines; the longest overdue first. */
  async dueFirst(
    scope: 'open' | 'overdue',
    limit: number,
    database: Database = this.#options.database,
  ): Promise<KindRequest[]> {
    return this.load(await this.#lists.dueFirst(this.kinds, scope, limit, database), database);
  }

  /** The open requests of some people, the first due first. @param userIds at most a page of them */
  async openOf(userIds: readonly string[]): Promise<KindRequest[]> {
    if (userIds.length === 0) return [];
    return this.load(await this.#lists.openOf(this.kinds, userIds, READ_AT_ONCE));
  }

  /** The number of open requests. */
  openCounts(database?: Database): Promise<OpenCounts> {
    return this.#lists.openCounts(this.kinds, database);
  }

  /** A page of requests of some kinds. @param page counted from 1 */
  async page(query: RequestQuery & { readonly kinds?: readonly string[] }, page: number): Promise<KindRequestsPage> {
    const listed = await this.#lists.page(this.#some(query.kinds), query, page);
    return { ...listed, requests: await this.load(listed.ids) };
  }

  /** All matching requests, kind by kind in the order of their IDs, in pages. */
  async *all({
    kinds,
    ...query
  }: RequestQuery & { readonly kinds?: readonly string[] }): AsyncGenerator<KindRequest[]> {
    for (const kind of this.#some(kinds)) {
      for (let last: string | null = null; ;) {
        const ids: ListedId[] = await this.#lists.after(kind, query, last, READ_AT_ONCE);
        yield await this.load(ids);
        if (ids.length < READ_AT_ONCE) break;
        last = ids.at(-1)?.id ?? null;
      }
    }
  }

  /** All requests of a user, the newest first. */
  async ofUser(userId: string): Promise<KindRequest[]> {
    const found: KindRequest[] = [];
    for (const kind of this.kinds) {
      const requests = await kind.tables.ofUser(this.#options.database, userId);
      found.push(...requests.map((request) => ({ kind, request })));
    }
    return found.toSorted((a, b) => b.request.createdAt.localeCompare(a.request.createdAt));
  }

  /** Requests in the order of their IDs; missing ones are left out. */
  async load(
    ids: readonly { readonly kind: string; readonly id: string }[],
    database: Database = this.#options.database,
  ): Promise<KindRequest[]> {
    const found = new Map<string, KindRequest>();
    for (const kind of this.kinds) {
      const own = ids.filter((one) => one.kind === kind.name).map(({ id }) => id);
      if (own.length === 0) continue;
      for (const request of await kind.tables.load(database, own)) {
        found.set(`${kind.name}:${request.id}`, { kind, request });
      }
    }
    return ids.flatMap(({ kind, id }) => found.get(`${kind}:${id}`) ?? []);
  }

  #some(names: readonly string[] | undefined): readonly RequestKind[] {
    return names === undefined ? this.kinds : this.kinds.filter(({ name }) => names.includes(name));
  }
}
