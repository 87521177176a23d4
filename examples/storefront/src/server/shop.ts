import type { Database, PolicyEngine } from 'policy-engine';
import type { Logger } from 'pino';
import type { Passwords } from './accounts/passwords.ts';
import type { Sessions } from './accounts/sessions.ts';
import type { Assets } from './assets.ts';
import type { ReviewPictures } from './reviews/pictures.ts';

/** The parts of the shop that its routes use. */
export interface Shop {
  readonly database: Database;
  readonly engine: PolicyEngine;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly pictures: ReviewPictures;
  readonly assets: Assets;
  readonly logger: Logger;
  /** Whether the data is invented; the pages say so. */
  readonly isSample?: boolean | undefined;
}
