/** The results of the suites of ORMs, for the table in `docs/orms.md`. */
import { appendFileSync, readFileSync } from 'node:fs';
import { after, afterEach } from 'node:test';
import type { Kind } from './engine.ts';

/** The subject of a suite. */
export type Part = 'statements' | 'transactions' | 'user model' | 'migrations' | 'values';

/** A line of the results. */
export interface OrmResult {
  readonly orm: string;
  /** The package and its version. */
  readonly triedWith: string;
  readonly database: Kind;
  readonly part: Part;
  readonly passed: boolean;
}

const PACKAGES: Readonly<Record<string, string>> = {
  Drizzle: 'drizzle-orm',
  Kysely: 'kysely',
  Knex: 'knex',
  TypeORM: 'typeorm',
  Sequelize: 'sequelize',
  MikroORM: '@mikro-orm/core',
  Prisma: '@prisma/client',
};

/** Writes the result of a suite to the file that `npm run test:compat` reads. To be called within its `describe`. */
export function reportResult(orm: string, database: Kind, part: Part): void {
  const file = process.env['COMPAT_RESULTS'];
  if (file === undefined) return;
  let [tests, passes] = [0, 0];
  afterEach((context) => {
    tests += 1;
    if ('passed' in context && context.passed) passes += 1;
  });
  after(() => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const name = PACKAGES[orm] ?? orm;
    const triedWith = `${name} ${dependencies[name]}`;
    const line: OrmResult = { orm, triedWith, database, part, passed: tests > 0 && passes === tests };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  });
}
