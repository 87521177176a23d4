/** Why a browser did not start. */
import { RendererError } from '../../kernel/errors.ts';

/** @param words the last output of the browser */
export function startFailure(words: string, cause: unknown): RendererError {
  const shown = 'The browser did not start; the reason is in the log of the service';
  const message = `The browser did not start: ${remedyFor(words)}${words}`;
  return new RendererError('browser-unavailable', message, { cause, shown });
}

/** Chromium recommends a flag here that this service does not have, and does not mention the alternatives. */
function remedyFor(words: string): string {
  if (!words.includes('No usable sandbox')) return '';
  return (
    'this machine does not allow its sandbox. Allow unprivileged user namespaces: with "sysctl user.max_user_namespaces=15000", on ' +
    'Ubuntu with an AppArmor profile for the browser, in a container with a seccomp profile that permits "clone" and "unshare". ' +
    'Set "sandbox" to false only if every page is trusted. Output of Chromium: '
  );
}
