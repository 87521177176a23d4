/** The key that signs download links: the host's, or one that is generated once and kept in the database. */
import { createHmac } from 'node:crypto';
import { isSameText } from '../../../platform/same-text.ts';

/** Name of the key in the table of secrets. */
export const LINK_KEY = 'download-links';

/** What a link is valid for. */
export interface LinkedAttachment {
  readonly requestId: string;
  readonly userId: string;
}

/** Signature over request, user and expiry: none can be replaced. */
export function signatureOf(key: string, { requestId, userId }: LinkedAttachment, expires: number): string {
  const content = JSON.stringify(['policy-engine/download/1', requestId, userId, expires]);
  return createHmac('sha256', key).update(content).digest('base64url');
}

/** Whether a signature is valid, in constant time. */
export function isSignature(key: string, linked: LinkedAttachment, expires: number, given: string): boolean {
  return isSameText(signatureOf(key, linked, expires), given);
}
