/** French: one file per room below `fr/`, put together here. */
import { consents } from './fr/consents.ts';
import { frame } from './fr/frame.ts';
import { ledger } from './fr/ledger.ts';
import { terms } from './fr/terms.ts';
import { guard } from './fr/guard.ts';
import { check } from './fr/check.ts';
import { audit } from './fr/audit.ts';

export const fr: typeof frame &
  typeof consents &
  typeof ledger &
  typeof terms &
  typeof guard &
  typeof check &
  typeof audit = {
  ...frame,
  ...consents,
  ...ledger,
  ...terms,
  ...guard,
  ...check,
  ...audit,
};
