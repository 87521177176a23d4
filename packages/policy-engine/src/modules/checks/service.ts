import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Jobs } from '../../platform/jobs/job.ts';
import type { TermsService } from '../terms/service.ts';
import {
  checkConfiguration,
  checkDatabase,
  type CheckedConfiguration,
  checkLanguages,
  checkTexts,
  checkWork,
} from './checks.ts';
import { type Found, inOrder } from './finding.ts';

/** What the service needs. */
export interface CheckServiceOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly terms: TermsService;
  readonly jobs: Pick<Jobs, 'health'>;
  readonly configuration: CheckedConfiguration;
}

/** Checks an engine as it is configured and as its database stands. */
export class CheckService {
  readonly #options: CheckServiceOptions;

  constructor(options: CheckServiceOptions) {
    this.#options = options;
  }

  /** Errors first, each kind in the order of the checks. */
  async run(): Promise<Found[]> {
    const { database, naming, terms, jobs, configuration } = this.#options;
    const pending = await checkDatabase(database, naming);
    // Before the tables are there, nothing can be read from them.
    const texts = pending.length > 0 ? [] : checkTexts(configuration.rules, await terms.current());
    const languages = pending.length > 0 ? [] : await checkLanguages(terms);
    const work = pending.length > 0 ? [] : await checkWork(jobs);
    return inOrder([...pending, ...texts, ...languages, ...work, ...checkConfiguration(configuration)]);
  }
}
