/** Turkish: one file per room below `tr/`, put together here. */
import { consents } from './tr/consents.ts';
import { frame } from './tr/frame.ts';
import { ledger } from './tr/ledger.ts';
import { terms } from './tr/terms.ts';
import { guard } from './tr/guard.ts';
import { check } from './tr/check.ts';
import { audit } from './tr/audit.ts';

export const tr: typeof frame &
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
