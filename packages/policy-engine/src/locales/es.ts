/** Spanish: one file per room below `es/`, put together here. */
import { consents } from './es/consents.ts';
import { frame } from './es/frame.ts';
import { terms } from './es/terms.ts';
import { guard } from './es/guard.ts';

export const es: typeof frame & typeof consents & typeof terms & typeof guard = {
  ...frame,
  ...consents,
  ...terms,
  ...guard,
};
