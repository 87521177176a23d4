/** The link in the mail about a message. */
import type { MailData } from '../../../platform/mail/messages.ts';
import type { Audit } from '../../audit/index.ts';
import type { RequestDesk } from '../desk.ts';
import { MESSAGES, messagesPath } from '../routes/paths.ts';
import { queryOfLink } from './authority.ts';
import type { MessageLinks } from './links.ts';

/** Log entries that are searched: the registration is the first of a request. */
const SEARCHED = 20;

/** What creating it needs. */
export interface MailedLinkOptions {
  readonly desk: Pick<RequestDesk, 'load'>;
  readonly links: MessageLinks;
  readonly audit: Pick<Audit, 'about'>;
}

/**
 * Adds the link at each attempt to send the mail, so that its time in the outbox does not reduce its validity. Whoever made the
 * request on their own pages can sign in, and gets no link that works without it. Null if the request no longer exists, or its
 * person was erased.
 */
export async function completedMail(
  { desk, links, audit }: MailedLinkOptions,
  data: MailData['request_message'],
): Promise<MailData['request_message'] | null> {
  const { kind, requestId } = data;
  const [found] = await desk.load([{ kind, id: requestId }]);
  const userId = found?.request.userId ?? null;
  if (userId === null) return null;
  const entries = await audit.about(requestId, SEARCHED);
  if (!entries.some(({ action }) => action === 'request_registered')) return data;
  const link = await links.make({ kind, requestId, userId });
  const path = messagesPath(MESSAGES, kind, requestId) + queryOfLink(link);
  return { ...data, path, expiresAt: new Date(link.expires * 1000).toISOString() };
}
