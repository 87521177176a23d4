/** Whether there is a network, and how long a note about it stays. */
import { doc } from '../page/doc.ts';

/** Milliseconds for which a decision can be undone, and a note stays. */
export const STAYS = 8000;

/**
 * Whether a page of this site can be loaded, and only scripts may not ask: by a blocker, or by the page's Content-Security-Policy.
 * Without that, submitting a form would put the browser's own error in place of the page.
 */
export async function isReachable(): Promise<boolean> {
  let isForbidden = false;
  const note = () => (isForbidden = true);
  doc.addEventListener('securitypolicyviolation', note);
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    // The event comes later than the failure.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return isForbidden;
  } finally {
    doc.removeEventListener('securitypolicyviolation', note);
  }
}
