/** What the routes of every kind share. */
import { z } from '@hono/zod-openapi';
import { actingAs } from '../../../platform/actor.ts';
import {
  type Access,
  type Call,
  httpErrors,
  type Language,
  type SubjectPage,
  type View,
} from '../../../platform/web/index.ts';
import { networkOf } from '../../../platform/web/request/network.ts';
import type { RequestDesk } from '../desk.ts';
import { MAX_REASON_LENGTH, type RequestRegister } from '../register/register.ts';
import type { PersonRequest, States } from '../register/request.ts';
import type { Acting, KindPages, RequestPaths, Shown } from '../views/kind-pages.ts';

/** A call without further parameters. */
export type AnyCall = Call<Access, unknown, unknown, unknown>;

/** What the routes of a kind need; `Body` is a request as JSON for administrators. */
export interface KindRoutes<Request extends PersonRequest, Body> {
  readonly register: RequestRegister<Request>;
  readonly states: States<Request['state']>;
  readonly pages: KindPages<Request>;
  /** What all kinds share. */
  readonly desk: RequestDesk;
  readonly json: z.ZodType<Body>;
  readonly bodyOf: (request: Request) => Body | Promise<Body>;
}

/** Path parameters of one request. */
export const Id: z.ZodObject<{ id: z.ZodString }> = z.object({ id: z.string().min(1).max(255) });

/** The page of the request that a route changes. */
export function subjectOf(pages: { readonly paths: RequestPaths }): (params: { readonly id: string }) => SubjectPage {
  return ({ id }) => ({ path: pages.paths.one(id), text: 'requests.back' });
}

/** A body that is not read. */
export const Nothing: z.ZodOptional<z.ZodUnknown> = z.unknown().optional();

/** Tag of administrators' operations in the OpenAPI document. */
export const ADMIN: readonly string[] = ['Administration'];

/** The body of an action that needs a reason. */
export const Reason: z.ZodObject<{ reason: z.ZodString }> = z.object({
  reason: z
    .string()
    .max(MAX_REASON_LENGTH)
    .openapi({ description: `For the person, in their language; at most ${MAX_REASON_LENGTH} characters` }),
});

/** The same of a form, in which the message can be looked at before it is sent. */
export const ReasonForm: z.ZodObject<{ reason: z.ZodString; next: z.ZodOptional<z.ZodEnum<{ preview: 'preview' }>> }> =
  Reason.extend({
    next: z.enum(['preview']).optional().openapi({ description: 'Forms only: show the message, and change nothing' }),
  });

/** @throws {HttpError} 422 for an empty reason */
export function requireReason({ reason }: z.output<typeof Reason>, { t }: Language): string {
  const text = reason.trim();
  if (text !== '') return text;
  throw httpErrors.invalid([{ field: 'reason', code: 'required', detail: t('field.required') }]);
}

/** The reason as written in a rejected form. */
export function writtenReason(values: unknown): string {
  return z
    .object({ reason: z.string().catch('') })
    .catch({ reason: '' })
    .parse(values).reason;
}

/** A request with its person: "User 7" if the host no longer knows them, or fails; nobody once erased. */
export async function actingOn<Request extends PersonRequest>(view: View, request: Request): Promise<Acting<Request>> {
  const { userId } = request;
  if (userId === null) return { request, person: view.t('requests.forgotten') };
  const name = await view.nameOf(userId);
  return { request, person: name ?? view.t('requests.user', { id: userId }) };
}

/** A request as administrators see it. */
export async function shownOf<Request extends PersonRequest>(
  register: RequestRegister<Request>,
  view: View,
  request: Request,
): Promise<Shown<Request>> {
  return {
    ...(await actingOn(view, request)),
    daysLeft: register.daysLeft(request),
    overdue: register.isOverdue(request),
    open: register.isOpen(request),
    mayExtend: register.mayExtend(request),
  };
}

/** Records who acts while a GET changes something, as for other methods. */
export function actingForCall<T>({ user, env, id }: AnyCall, next: () => T): T {
  return actingAs({ id: user?.id ?? null, requestId: id, ip: networkOf(env.ip) }, next);
}
