/** Spanish: one file per room below `es/`, put together here. */
import { choice } from './es/choice.ts';
import { consents } from './es/consents.ts';
import { frame } from './es/frame.ts';
import { ledger } from './es/ledger.ts';
import { terms } from './es/terms.ts';
import { guard } from './es/guard.ts';
import { check } from './es/check.ts';
import { audit } from './es/audit.ts';
import { portability } from './es/portability.ts';
import { mail } from './es/mail.ts';
import { requests } from './es/requests.ts';
import { banner } from './es/banner.ts';
import { jobs } from './es/jobs.ts';

export const es: typeof frame &
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
