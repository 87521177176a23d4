/** English: one file per room below `en/`, put together here. */
import { choice } from './en/choice.ts';
import { consents } from './en/consents.ts';
import { frame } from './en/frame.ts';
import { ledger } from './en/ledger.ts';
import { terms } from './en/terms.ts';
import { guard } from './en/guard.ts';
import { check } from './en/check.ts';
import { audit } from './en/audit.ts';
import { portability } from './en/portability.ts';
import { mail } from './en/mail.ts';
import { requests } from './en/requests.ts';
import { banner } from './en/banner.ts';
import { jobs } from './en/jobs.ts';

export const en: typeof frame &
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
