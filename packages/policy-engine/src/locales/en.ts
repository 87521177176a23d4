/** English: one file per room below `en/`, put together here. */
import { consents } from './en/consents.ts';
import { frame } from './en/frame.ts';
import { ledger } from './en/ledger.ts';
import { terms } from './en/terms.ts';
import { guard } from './en/guard.ts';
import { check } from './en/check.ts';
import { audit } from './en/audit.ts';

export const en: typeof frame &
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
