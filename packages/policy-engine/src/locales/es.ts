/** Spanish: one file per room below `es/`, put together here. */
import { consents } from './es/consents.ts';
import { frame } from './es/frame.ts';
import { ledger } from './es/ledger.ts';
import { terms } from './es/terms.ts';
import { guard } from './es/guard.ts';
import { check } from './es/check.ts';
import { audit } from './es/audit.ts';

export const es: typeof frame &
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
