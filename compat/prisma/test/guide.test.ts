/** The examples of `docs/orms.md` for Prisma. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { testExamples, testSettings } from '../../orms/test/guide-examples.ts';
import { generateClient } from './clients.ts';

const folder = path.dirname(import.meta.dirname);

// The configuration that the generator has loaded.
const config = readFileSync(path.join(folder, 'prisma.config.ts'), 'utf8');
testSettings(...(config.match(/experimental: .*\}|tables: .*\}/g) ?? []));

testExamples('Prisma', {
  kind: 'PostgreSQL',
  folder,
  async open(url) {
    const { PrismaClient } = await generateClient('PostgreSQL');
    const pool = new pg.Pool({ connectionString: url });
    const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
    const close = async (): Promise<void> => {
      await prisma.$disconnect();
      await pool.end();
    };
    return { pool, prisma, close };
  },
});
