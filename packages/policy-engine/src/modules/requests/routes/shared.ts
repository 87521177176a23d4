/** What the routes of the module share. */
import { z } from '@hono/zod-openapi';
import type { Downloads } from '../attachments/downloads.ts';
import type { Access, Call, View } from '../../../platform/web/index.ts';
import { isWaiting, type PortabilityRequest } from '../request.ts';
import type { RequestService } from '../service.ts';
import type { Acting } from '../views/act-pages.tsx';
import type { Shown } from '../views/admin-pages.tsx';

/** A call of which only what all calls have is asked. */
export type AnyCall = Call<Access, unknown, unknown, unknown>;

/** What the routes work with. */
export interface RequestsRoutesOptions {
  readonly requests: RequestService;
  /** Signed links to completed exports. */
  readonly downloads: Downloads;
  /** Whether people are told by mail. */
  readonly hasMail: boolean;
  /** What the host calls a user: the e-mail address or name, or null where it knows neither. */
  readonly nameOf: (userId: string) => Promise<string | null>;
  /** Notes who is at work while a GET changes something, as it is noted for other methods. */
  readonly actingAs: <T>(call: AnyCall, next: () => T) => T;
  readonly now: () => Date;
}

/** Path parameters of one request. */
export const Id: z.ZodObject<{ id: z.ZodString }> = z.object({ id: z.string().min(1).max(255) });

/** Tags of the operations in the OpenAPI document. */
export const OWN: readonly string[] = ['Portability requests'];
export const ADMIN: readonly string[] = ['Administration'];

/** A request with who made it: "User 7" where the host does not know the person any more, or fails. */
export async function actingOn(
  { nameOf }: Pick<RequestsRoutesOptions, 'nameOf'>,
  view: View,
  request: PortabilityRequest,
): Promise<Acting> {
  const name = await nameOf(request.userId).catch(() => null);
  return { request, person: name ?? view.t('requests.user', { id: request.userId }) };
}

export async function shownOf(options: RequestsRoutesOptions, view: View, request: PortabilityRequest): Promise<Shown> {
  const { requests } = options;
  const acting = await actingOn(options, view, request);
  return {
    ...acting,
    overdue: requests.isOverdue(request),
    mayExtend: requests.mayExtend(request),
    waiting: isWaiting(request, options.now()),
    lacking: requests.lacking,
  };
}
