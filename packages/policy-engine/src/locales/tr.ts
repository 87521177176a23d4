/** Turkish: one file per room below `tr/`, put together here. */
import { consents } from './tr/consents.ts';
import { frame } from './tr/frame.ts';
import { terms } from './tr/terms.ts';
import { guard } from './tr/guard.ts';

export const tr: typeof frame & typeof consents & typeof terms & typeof guard = {
  ...frame,
  ...consents,
  ...terms,
  ...guard,
};
