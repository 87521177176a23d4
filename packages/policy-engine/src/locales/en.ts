/** English: one file per room below `en/`, put together here. */
import { consents } from './en/consents.ts';
import { frame } from './en/frame.ts';
import { terms } from './en/terms.ts';
import { guard } from './en/guard.ts';

export const en: typeof frame & typeof consents & typeof terms & typeof guard = {
  ...frame,
  ...consents,
  ...terms,
  ...guard,
};
