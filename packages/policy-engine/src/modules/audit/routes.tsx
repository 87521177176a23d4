/** The log of what administrators did, for administrators. */
import { z } from '@hono/zod-openapi';
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  Button,
  ButtonLink,
  EmptyState,
  type Page,
  PageHeader,
  Pager,
  type Routes,
  SelectField,
  Table,
  Time,
  type View,
} from '../../platform/web/index.ts';
import type { AdminAction } from '../../module.ts';
import type { Audit, AuditEntry, AuditFilter } from './service.ts';

const querySchema = (actions: readonly AdminAction[]) =>
  z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    // The first choice of the form, everything, is sent as an empty text.
    action: z.enum([...actions, '']).optional(),
    actor: z.string().min(1).max(255).optional(),
  });

const EntryJson = z
  .object({
    id: z.string(),
    at: z.string().openapi({ description: 'ISO 8601, UTC' }),
    actor: z.string().nullable().openapi({ description: 'Id of the administrator; null for the host itself' }),
    action: z.string(),
    rule: z.string().nullable(),
    subject: z.string().nullable().openapi({ description: 'Id of what it was done to' }),
    request_id: z.string().nullable(),
    ip: z.string().nullable().openapi({ description: 'Network of the client' }),
  })
  .openapi('AuditEntry');

/** What the routes need. */
export interface AuditRoutesOptions {
  readonly audit: Audit;
  /** What the modules note. */
  readonly actions: readonly AdminAction[];
  /** What the host calls an administrator, by id; null where it does not say. */
  readonly nameOfAdmin: (id: string) => Promise<string | null>;
}

export function auditRoutes({ audit, actions, nameOfAdmin }: AuditRoutesOptions): Routes {
  return (app) => {
    app.navigation({ area: 'admin', position: 70, path: '/audit', label: 'nav.audit' });
    app.route({
      method: 'get',
      path: '/audit',
      id: 'listAdminActions',
      summary: 'List what administrators did, the newest first',
      tags: ['Administration'],
      access: 'admin',
      query: querySchema(actions),
      answer: {
        description: 'A page of the log',
        json: z.object({ page: z.int(), pages: z.int(), entries: z.array(EntryJson) }),
        html: 'page',
      },
      handle: async ({ query }) => {
        const { page, actor } = query;
        const action = query.action || undefined;
        const { entries, pages } = await audit.list({ action, actor }, page);
        return {
          json: { page, pages, entries },
          html: async (view) => {
            const names = await namesOf(entries, nameOfAdmin);
            return auditPage(view, { entries, names, page, pages, filter: { action, actor }, actions });
          },
        };
      },
    });
  };
}

type Names = ReadonlyMap<string, string>;

interface Shown {
  readonly entries: readonly AuditEntry[];
  /** Of administrators, by id. */
  readonly names: Names;
  readonly page: number;
  readonly pages: number;
  readonly filter: AuditFilter;
  /** All that the modules note. */
  readonly actions: readonly AdminAction[];
}

async function namesOf(
  entries: readonly AuditEntry[],
  nameOfAdmin: (id: string) => Promise<string | null>,
): Promise<Names> {
  const ids = new Set(entries.map(({ actor }) => actor).filter((actor) => actor !== null));
  const names = await Promise.all([...ids].map(async (id) => [id, (await nameOfAdmin(id)) ?? id] as const));
  return new Map(names);
}

function addressOf(view: View, { action, actor }: AuditFilter, page = 1): string {
  const query = new URLSearchParams();
  if (action !== undefined) query.set('action', action);
  if (actor !== undefined) query.set('actor', actor);
  if (page > 1) query.set('page', String(page));
  return view.href(query.size === 0 ? '/audit' : `/audit?${query.toString()}`);
}

function nameOf(view: View, action: string): string {
  const key = `audit.action.${action}`;
  return view.isText(key) ? view.text(key) : action;
}

function auditPage(view: View, { entries, names, page, pages, filter, actions }: Shown): Page {
  const title = view.t('audit.title');
  const isFiltered = filter.action !== undefined || filter.actor !== undefined;
  const all = <ButtonLink href={view.href('/audit')} text={view.t('audit.all')} />;
  const content = (
    <>
      <PageHeader title={title} lead={view.t('audit.lead')} {...(isFiltered && { action: all })} />
      <form class="pe-filter" method="get" action={view.href('/audit')}>
        {filter.actor !== undefined && <input type="hidden" name="actor" value={filter.actor} />}
        <SelectField
          view={view}
          name="action"
          label={view.t('audit.action')}
          value={filter.action ?? ''}
          options={[
            { value: '', text: view.t('audit.all') },
            ...actions.map((action) => ({ value: action, text: nameOf(view, action) })),
          ]}
          required
        />
        <Button text={view.t('audit.filter')} />
      </form>
      {entries.length === 0 ? (
        <EmptyState title={view.t('audit.none')} text={view.t('audit.none_text')} />
      ) : (
        <EntryTable view={view} entries={entries} names={names} />
      )}
      <Pager view={view} page={page} pages={pages} href={(to) => addressOf(view, filter, to)} />
    </>
  );
  return { title, content };
}

function EntryTable({ view, entries, names }: { view: View } & Pick<Shown, 'entries' | 'names'>): JSX.Element {
  return (
    <Table
      view={view}
      caption={view.t('audit.title')}
      rows={entries}
      columns={[
        { label: view.t('audit.action'), kind: 'heading', cell: ({ action }) => nameOf(view, action) },
        { label: view.t('consents.policy'), priority: 2, cell: ({ rule }) => rule ?? '–' },
        {
          label: view.t('audit.actor'),
          cell: ({ actor }) =>
            actor === null ? (
              view.t('audit.host')
            ) : (
              <a href={addressOf(view, { actor })}>{names.get(actor) ?? actor}</a>
            ),
        },
        { label: view.t('audit.at'), cell: ({ at }) => <Time view={view} at={new Date(at)} precision="minute" /> },
        { label: view.t('audit.network'), priority: 3, cell: ({ ip }) => ip ?? '–' },
      ]}
    />
  );
}
