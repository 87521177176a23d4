/** The log of what administrators did, for administrators. */
import { z } from '@hono/zod-openapi';
import {
  allPages,
  columnsField,
  daysInOrder,
  declareExport,
  pageNumber,
  periodOf,
  periodQuery,
  type Routes,
  sortField,
  type View,
} from '../../platform/web/index.ts';
import type { AdminAction } from '../../kernel/module.ts';
import { actorNames, entryNames, type NameSources } from './names.ts';
import { AUDIT_PATH, auditPage, type LogChoices } from './page.tsx';
import { AuditEntrySchema, entryJson } from './representation.ts';
import { type Audit, type AuditEntry, type AuditFilter, logOrders } from './service.ts';

/** What the routes need. */
export interface AuditRoutesOptions extends NameSources {
  readonly audit: Audit;
  /** The actions that the modules log. */
  readonly actions: readonly AdminAction[];
  /** Names of the rules that are declared. */
  readonly rules: () => readonly string[];
  /** IANA name of the zone of the days of a period. */
  readonly timeZone: string;
}

const ADMIN: readonly string[] = ['Administration'];

// The form sends its first choice, everything, as an empty text.
const text = z.string().max(255).optional();
/** The filters of the log. */
const filters = (actions: readonly AdminAction[]) =>
  z.object({
    action: z.enum([...actions, '']).optional(),
    actor: text.openapi({ description: 'ID of an administrator' }),
    rule: text,
    ...periodQuery,
  });

type Filters = z.output<ReturnType<typeof filters>>;

function filterOf({ action, actor, rule, from, to }: Filters, timeZone: string): AuditFilter {
  return {
    action: action || undefined,
    actor: actor || undefined,
    rule: rule || undefined,
    ...periodOf({ from, to }, timeZone),
  };
}

export function auditRoutes(options: AuditRoutesOptions): Routes {
  const { audit, actions, timeZone } = options;
  const query = filters(actions);
  return (app) => {
    app.navigation({ area: 'admin', group: 'evidence', position: 70, path: AUDIT_PATH, label: 'nav.audit' });
    app.route({
      method: 'get',
      path: AUDIT_PATH,
      id: 'listAdminActions',
      summary: 'List the audit log, newest first',
      tags: ADMIN,
      access: 'admin',
      query: query.extend({ page: pageNumber, sort: sortField(logOrders), columns: columnsField }),
      answer: {
        description: 'A page of the audit log',
        json: z.object({
          page: z.int(),
          pages: z.int(),
          total: z.int().openapi({ description: 'Counted up to 10,000' }),
          entries: z.array(AuditEntrySchema),
        }),
        html: 'page',
      },
      handle: async ({ query: { page, ...asked }, language, href }) => {
        const list = await audit.list(filterOf(asked, timeZone), page, asked.sort || undefined);
        const { entries, pages, total } = list;
        const sources = { ...options, namesOfAdmins: actorNames(options.namesOfAdmins) };
        const names = async () => entryNames(sources, await language(), options.namesOfUsers)(entries);
        return {
          json: async () => {
            const named = await names();
            return { page, pages, total: total.count, entries: entries.map((entry) => entryJson(entry, named, href)) };
          },
          html: async (view) => {
            // Everybody in the entries is among the choices.
            const choices = await choicesOf(sources, view);
            return auditPage(view, { list, names: await names(), choices, page, query: daysInOrder(asked) });
          },
        };
      },
    });
    declareExport(app, {
      path: AUDIT_PATH,
      id: 'AdminActions',
      summary: 'The audit log',
      tags: ADMIN,
      access: 'admin',
      query,
      file: 'log',
      row: AuditEntrySchema,
      columns: [
        'at',
        'actor',
        'actor_name',
        'action',
        'action_name',
        'rule',
        'rule_name',
        'subject',
        'subject_name',
        'request_id',
        'ip',
        'id',
      ],
      rows: async function* (asked, { language, href }) {
        const filter = filterOf(asked, timeZone);
        const sources = { ...options, namesOfAdmins: actorNames(options.namesOfAdmins) };
        const names = entryNames(sources, await language(), async () => new Map());
        const read = (last: AuditEntry | null, limit: number) => audit.after(filter, last, limit);
        for await (const entries of allPages(read)) {
          const named = await names(entries);
          yield entries.map((entry) => entryJson(entry, named, href));
        }
      },
    });
  };
}

/** What the form offers. */
async function choicesOf(options: AuditRoutesOptions, view: View): Promise<LogChoices> {
  const { audit, actions, namesOfAdmins, rules, labelOf } = options;
  const ids = await audit.actors();
  const names = await namesOfAdmins(ids);
  return {
    actions,
    actors: ids.map((id) => ({ value: id, text: names.get(id) ?? id })),
    rules: rules().map((rule) => ({ value: rule, text: labelOf(rule, view.locale) ?? rule })),
  };
}
