import { fileURLToPath } from 'node:url';
import { PolicyEngineError } from '../../../../errors/errors.ts';

export const inMemory = ':memory:';

/**
 * The file a path or `file:` URL names: `data/app.db`, `file:data/app.db`, `file:///srv/app.db`, `:memory:`,
 * `file::memory:`.
 *
 * @throws {PolicyEngineError} `database_url_refused` for an empty name, another host, or parameters after `?`, which
 * would otherwise be silently dropped.
 */
export function sqliteLocation(location: string | URL): string {
  const text = location instanceof URL ? location.href : location;
  if (!/^file:/i.test(text)) return named(text, text);
  if (/[?#]/.test(text)) throw refused(`Parameters of a SQLite file URL are not supported: ${text}`);
  const rest = text.slice('file:'.length);
  if (rest === inMemory) return inMemory;
  try {
    return named(rest.startsWith('/') ? fileURLToPath(text) : decodeURIComponent(rest), text);
  } catch (cause) {
    throw refused(`Not a SQLite file URL: ${text}`, cause);
  }
}

function named(path: string, text: string): string {
  if (path === '' || path.includes('\0')) throw refused(`Not a SQLite file name: ${JSON.stringify(text)}`);
  return path;
}

function refused(message: string, cause?: unknown): PolicyEngineError {
  return new PolicyEngineError('database_url_refused', message, cause === undefined ? {} : { cause });
}
