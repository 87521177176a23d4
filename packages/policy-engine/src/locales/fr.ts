/** French: one file per room below `fr/`, put together here. */
import { choice } from './fr/choice.ts';
import { consents } from './fr/consents.ts';
import { frame } from './fr/frame.ts';
import { ledger } from './fr/ledger.ts';
import { terms } from './fr/terms.ts';
import { guard } from './fr/guard.ts';
import { check } from './fr/check.ts';
import { audit } from './fr/audit.ts';
import { portability } from './fr/portability.ts';
import { mail } from './fr/mail.ts';
import { requests } from './fr/requests.ts';
import { banner } from './fr/banner.ts';
import { jobs } from './fr/jobs.ts';

export const fr: typeof frame &
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
