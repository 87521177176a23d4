import { answered } from '../answered.ts';
import type { WebLogger } from '../logger.ts';
import type { AskLanguage } from './options.ts';

/** The host's `userLanguage`. If it fails, or returns no text, the browser's language is used: a language is never worth an error. */
export function wishedLanguage(ask: AskLanguage, logger: WebLogger): AskLanguage {
  return async (request, user) => {
    try {
      const wish: unknown = await answered('userLanguage', () => ask(request, user));
      if (typeof wish === 'string') return wish;
      if (wish !== null && wish !== undefined)
        throw new TypeError(`userLanguage returned a ${typeof wish}, not a language tag`);
    } catch (error) {
      logger.error('userLanguage failed: the language of the browser is used', { error });
    }
    return null;
  };
}
