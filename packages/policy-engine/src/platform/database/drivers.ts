/** Drivers that a host installs only if it wants them. */
import { createRequire } from 'node:module';
import path from 'node:path';
import type mysql2 from 'mysql2';
import type pg from 'pg';
import { PolicyEngineError } from '../../errors.ts';

/**
 * Loads a driver that lies beside this package or in the folder the host runs in. Not imported by its name: a bundler would refuse
 * to build where it is not installed, and take it along where it is.
 *
 * @throws {PolicyEngineError} `database_driver_missing` naming the npm package to install
 */
export function loadDriver(name: 'pg'): typeof pg;
export function loadDriver(name: 'mysql2'): typeof mysql2;
export function loadDriver(name: keyof typeof SERVERS): unknown {
  const here = import.meta.url as string | undefined;
  let missing: unknown;
  for (const from of [here, path.join(process.cwd(), 'package.json')]) {
    try {
      // A bundle that is no module of its own has no address.
      if (from !== undefined) return createRequire(from)(name);
    } catch (error) {
      const { code, message } = error as { code?: unknown; message?: unknown };
      if (code !== 'MODULE_NOT_FOUND' || !String(message).includes(`'${name}'`)) throw error;
      missing = error;
    }
  }
  throw new PolicyEngineError(
    'database_driver_missing',
    `${SERVERS[name]} needs the npm package ${name}: npm install ${name}`,
    { cause: missing },
  );
}

const SERVERS = { pg: 'PostgreSQL', mysql2: 'MySQL and MariaDB' } as const;
