/** The texts of errors. */
import type { PolicyEngineError } from '../../errors/errors.ts';
import type { Language } from './language.ts';
import { waitTime } from './wait-time.ts';

/** The text of an error, which may name the `{time}` until a retry makes sense; null if it has none. */
export function errorText({ text, retryAfter }: PolicyEngineError, language: Language): string | null {
  if (text === undefined) return null;
  const time = retryAfter === undefined ? {} : { time: waitTime(language.formatLocale, retryAfter) };
  return language.text(text.key, { ...text.params, ...time });
}
