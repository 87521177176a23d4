/** French: one file per room below `fr/`, put together here. */
import { consents } from './fr/consents.ts';
import { frame } from './fr/frame.ts';
import { terms } from './fr/terms.ts';
import { guard } from './fr/guard.ts';

export const fr: typeof frame & typeof consents & typeof terms & typeof guard = {
  ...frame,
  ...consents,
  ...terms,
  ...guard,
};
