/** French: one file per room below `fr/`, put together here. */
import { consents } from './fr/consents.ts';
import { frame } from './fr/frame.ts';
import { terms } from './fr/terms.ts';

export const fr: typeof frame & typeof consents & typeof terms = { ...frame, ...consents, ...terms };
