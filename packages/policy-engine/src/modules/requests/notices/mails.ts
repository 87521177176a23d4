/** Mails to the person of a request. */
import type { Database } from '../../../platform/database/port.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import type { MailData, MailName } from '../../../platform/mail/messages.ts';
import type { PersonRequest } from '../register/request.ts';

/**
 * Puts a mail to the person of a request into the outbox, in the transaction of its event; once for each request. No mail is sent
 * for a request whose person was erased.
 *
 * @param occasion distinguishes mails of the same kind about one request. Default: there is one
 */
export async function notifyPerson<Message extends MailName>(
  mail: Mail,
  transaction: Database,
  message: Message,
  { id, userId, locale }: Pick<PersonRequest, 'id' | 'userId' | 'locale'>,
  data: MailData[Message],
  occasion?: string,
): Promise<void> {
  if (userId === null) return;
  const key = occasion === undefined ? `${message}:${id}` : `${message}:${id}:${occasion}`;
  const told = { message, to: { user: userId }, data, key, ...(locale !== null && { locale }) };
  await mail.send<Message>(told, transaction);
}
