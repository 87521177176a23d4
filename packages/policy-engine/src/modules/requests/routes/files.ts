/** Lists of requests as files, of one kind or of all. */
import { z } from '@hono/zod-openapi';
import { declareExport, type WebApp } from '../../../platform/web/index.ts';
import type { RequestDesk } from '../desk.ts';
import type { KindRequest } from '../register/kind.ts';
import type { RequestQuery } from '../register/lists.ts';
import { ADMIN } from './shared.ts';

/** A request as JSON, the same for every kind. */
export interface RequestOfKindBody {
  id: string;
  kind: string;
  user_id: string | null;
  state: string;
  created_at: string;
  due_at: string;
  extended: boolean;
  closed_at: string | null;
  waits: boolean;
  url: string;
}

export const RequestOfKindJson: z.ZodType<RequestOfKindBody> = z
  .object({
    id: z.string(),
    kind: z.string().openapi({ description: 'Type of the request, as in `portability` or `erasure`' }),
    user_id: z.string().nullable().openapi({ description: 'The host’s ID of the person; null after an erasure' }),
    state: z.string(),
    created_at: z.string().openapi({ description: 'ISO 8601, UTC' }),
    due_at: z.string().openapi({ description: 'Last moment of the legal deadline; ISO 8601, UTC' }),
    extended: z.boolean(),
    closed_at: z.string().nullable(),
    waits: z.boolean().openapi({ description: 'Whether the request is open' }),
    url: z.string(),
  })
  .openapi('RequestOfAnyKind');

/** @param href makes a URL of a path below the mount path */
export function requestOfKindJson({ kind, request }: KindRequest, href: (path: string) => string): RequestOfKindBody {
  return {
    id: request.id,
    kind: kind.name,
    user_id: request.userId,
    state: request.state,
    created_at: request.createdAt,
    due_at: request.dueAt,
    extended: request.extendedAt !== null,
    closed_at: request.closedAt,
    waits: kind.states.open.includes(request.state),
    url: href(kind.pages.paths.one(request.id)),
  };
}

/** A list that has files. */
export interface RequestFiles<Query extends z.ZodObject> {
  /** Path of the list. */
  readonly path: string;
  /** Name of the list in operation IDs. */
  readonly id: string;
  readonly summary: string;
  /** Name of the file without its suffix. */
  readonly file: string;
  /** The filters of the list. */
  readonly query: Query;
  /** @param caller the host's ID of the administrator */
  readonly asked: (
    query: z.output<Query>,
    caller: string,
  ) => Promise<RequestQuery & { readonly kinds?: readonly string[] }>;
}

/** Declares the files of a list. */
export function declareRequestFiles<Query extends z.ZodObject>(
  app: WebApp,
  desk: RequestDesk,
  { path, id, summary, file, query, asked }: RequestFiles<Query>,
): void {
  declareExport(app, {
    path,
    id,
    summary,
    tags: ADMIN,
    access: 'admin',
    query,
    file,
    row: RequestOfKindJson,
    columns: ['id', 'kind', 'user_id', 'state', 'created_at', 'due_at', 'extended', 'waits', 'closed_at'],
    async *rows(filters, { href, user }) {
      for await (const found of desk.all(await asked(filters, user?.id ?? ''))) {
        yield found.map((one) => requestOfKindJson(one, href));
      }
    },
  });
}
