/** English: one file per room below `en/`, put together here. */
import { consents } from './en/consents.ts';
import { frame } from './en/frame.ts';
import { terms } from './en/terms.ts';

export const en: typeof frame & typeof consents & typeof terms = { ...frame, ...consents, ...terms };
