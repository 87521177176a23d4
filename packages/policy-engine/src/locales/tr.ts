/** Turkish: one file per room below `tr/`, put together here. */
import { choice } from './tr/choice.ts';
import { consents } from './tr/consents.ts';
import { frame } from './tr/frame.ts';
import { ledger } from './tr/ledger.ts';
import { terms } from './tr/terms.ts';
import { guard } from './tr/guard.ts';
import { check } from './tr/check.ts';
import { audit } from './tr/audit.ts';
import { portability } from './tr/portability.ts';
import { mail } from './tr/mail.ts';
import { requests } from './tr/requests.ts';
import { banner } from './tr/banner.ts';
import { jobs } from './tr/jobs.ts';

export const tr: typeof frame &
  typeof consents &
  typeof ledger &
  typeof terms &
  typeof guard &
  typeof check &
  typeof audit &
  typeof choice &
  typeof portability &
  typeof mail &
  typeof requests &
  typeof banner &
  typeof jobs = {
  ...frame,
  ...consents,
  ...ledger,
  ...terms,
  ...guard,
  ...check,
  ...audit,
  ...choice,
  ...portability,
  ...mail,
  ...requests,
  ...banner,
  ...jobs,
};
