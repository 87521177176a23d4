/** What the routes about one request of any kind have in common: messages, notes, and who works on it. */
import { z } from '@hono/zod-openapi';
import type { SubjectPage, View } from '../../../platform/web/index.ts';
import type { RequestDesk } from '../desk.ts';
import type { KindRequest } from '../register/kind.ts';
import { ADMIN, subjectOf } from './shared.ts';

/** Path parameters of a request. */
export const RequestParams: z.ZodObject<{ kind: z.ZodString; id: z.ZodString }> = z.object({
  kind: z.string().min(1).max(63),
  id: z.string().min(1).max(255),
});

/** The head of a route about a request. */
export interface RequestRoute {
  readonly tags: readonly string[];
  readonly access: 'admin';
  readonly params: typeof RequestParams;
}

/** The head of a route that shows something. */
export const OF_REQUEST: RequestRoute = { tags: ADMIN, access: 'admin', params: RequestParams };

/** The head of a route that changes something. */
export interface ChangingRequestRoute extends RequestRoute {
  readonly errors: readonly [409];
  readonly subject: (params: z.output<typeof RequestParams>) => SubjectPage | undefined;
}

/** 409 once the person is being erased, with a link to the request. */
export function changing(desk: RequestDesk): ChangingRequestRoute {
  return {
    ...OF_REQUEST,
    errors: [409],
    subject: ({ kind, id }) => {
      const found = desk.kinds.find(({ name }) => name === kind);
      return found && subjectOf(found.pages)({ id });
    },
  };
}

/** The link from a form of its own back to the page of its request. */
export async function backTo(view: View, { kind, request }: KindRequest): Promise<{ href: string; text: string }> {
  const { person } = await kind.listed(view, request);
  return { href: view.href(kind.pages.paths.one(request.id)), text: person };
}
