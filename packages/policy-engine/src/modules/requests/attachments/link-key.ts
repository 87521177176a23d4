/** The key that signs download links: the host's, or one that is made once and kept in the database. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Naming } from '../../../platform/database/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/queries.ts';
import { isUniqueViolation } from '../../../platform/database/sql-errors.ts';

const NAME = 'download-links';

/** Reads the key of the database; the first process makes it. */
export async function storedKey(database: Database, naming: Naming, now: Date): Promise<string> {
  const queries = createQueries(database, naming);
  const read = () => queries.selectFrom('secrets').select('value').where('name', '=', NAME).executeTakeFirst();
  const known = await read();
  if (known !== undefined) return known.value;
  try {
    const value = randomBytes(32).toString('hex');
    await queries.insertInto('secrets').values({ name: NAME, value, created_at: now }).execute();
    return value;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
  const made = await read();
  if (made === undefined) throw new Error('The key of download links disappeared while it was read.');
  return made.value;
}

/** What a link is for. */
export interface LinkedAttachment {
  readonly requestId: string;
  readonly userId: string;
}

/** Signature over request, user and end: none can be exchanged for another. */
export function signatureOf(key: string, { requestId, userId }: LinkedAttachment, expires: number): string {
  const content = JSON.stringify(['policy-engine/download/1', requestId, userId, expires]);
  return createHmac('sha256', key).update(content).digest('base64url');
}

/** Whether a signature is right, in a time that does not tell how nearly. */
export function isSignature(key: string, linked: LinkedAttachment, expires: number, given: string): boolean {
  const [expected, actual] = [Buffer.from(signatureOf(key, linked, expires)), Buffer.from(given)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
