/** A request for a page of the operator. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { RendererError } from '../../../kernel/errors.ts';
import { readBytes } from '../../context/body.ts';
import type { AppContext, Backend } from '../../context/context.ts';
import type { Session } from '../../admin/sessions.ts';

/** Forms have a few short fields. */
const MAX_FORM = 16 * 1024;

/** A request of a client that may administer. */
export interface Visit {
  readonly c: AppContext;
  readonly backend: Backend;
  /** Of the query. */
  readonly parameters: URLSearchParams;
  /** The fields of the form that was sent; empty for other requests. */
  readonly form: URLSearchParams;
  /** Undefined for clients that send the token with each request, or need none. */
  readonly session: Session | undefined;
  /** The hidden field of every form. */
  readonly formToken: string;
}

/** A page, or the answer itself. */
export type Reply = Response | OperatorView;

/** The content of a page of the operator. */
export interface OperatorView {
  readonly title: string;
  /** The entry of the navigation. */
  readonly current: 'traffic' | 'cache' | 'warming' | 'audits' | 'renders' | 'inspect' | null;
  readonly body: JSX.Element;
  /** Default: 200. */
  readonly status?: number;
}

/** Leads a browser to another page after a form was sent (RFC 9110 §15.4.4). */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

/** The fields of a form in the body of a request. @throws {RendererError} `invalid-body`, `body-too-large` */
export async function readForm(c: AppContext): Promise<URLSearchParams> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw new RendererError('invalid-body', 'Expected a form (application/x-www-form-urlencoded)');
  }
  return new URLSearchParams(String(await readBytes(c, MAX_FORM, 'form')));
}

/** Whether the page of another site has made a browser send the request; browsers say so over https and on this machine. */
export function isFromElsewhere(c: AppContext): boolean {
  return /^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '');
}
