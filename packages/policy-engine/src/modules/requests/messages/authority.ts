/** Who may read and write the messages on a request without being an administrator: its person, signed in or with a link. */
import { PolicyEngineError } from '../../../errors/errors.ts';
import { refusals } from '../../../errors/refusals.ts';
import type { KindRequest } from '../register/kind.ts';
import type { LinkQuery, MessageLinks } from './links.ts';

/** What checks it. */
export interface AuthorityOptions {
  readonly links: Pick<MessageLinks, 'isValid'>;
  readonly find: (kind: string, id: string) => Promise<KindRequest>;
}

/** A call of the person's routes. */
export interface ThreadCall {
  readonly user: { readonly id: string } | null;
  readonly params: { readonly kind: string; readonly id: string };
  readonly query: { readonly expires?: number | undefined; readonly signature?: string | undefined };
}

/** A thread that somebody may read. */
export interface OpenedThread extends KindRequest {
  readonly userId: string;
  /** The link that opened it; null for the signed-in person. */
  readonly link: LinkQuery | null;
}

/**
 * Opens the messages for the person of a request.
 *
 * @throws {PolicyEngineError} 404 for the request of somebody else; 401 without an account and a link; 410 `message_link_ended` for
 *   a link that has expired or was changed, regardless of whether the request exists
 */
export async function opened(
  { links, find }: AuthorityOptions,
  { user, params: { kind, id }, query: { expires, signature } }: ThreadCall,
): Promise<OpenedThread> {
  const link = expires === undefined || signature === undefined ? null : { expires, signature };
  if (user === null && link === null) throw refusals.signInRequired();
  // With a link alone, an unknown request and a bad link look the same.
  const refused = () => (user === null ? ended() : refusals.notFound());
  const found = await find(kind, id).catch((error: unknown) => {
    throw error instanceof PolicyEngineError && error.code === 'not_found' ? refused() : error;
  });
  const { userId } = found.request;
  if (userId !== null && userId === user?.id) return { ...found, userId, link: null };
  if (link === null) throw refusals.notFound();
  if (userId === null || !(await links.isValid({ kind, requestId: id, userId }, link))) throw refused();
  return { ...found, userId, link };
}

function ended(): PolicyEngineError {
  return new PolicyEngineError('message_link_ended', 'message_link_ended', {
    text: { key: 'requests.messages.error.link' },
  });
}

/** The query that keeps a link in further addresses; empty without one. */
export function queryOfLink(link: LinkQuery | null): string {
  return link === null ? '' : `?expires=${link.expires}&signature=${link.signature}`;
}
