import { tableNames } from 'policy-engine/database';
import { defineConfig } from 'prisma/config';

// oxlint-disable-next-line import/no-default-export -- required by Prisma
export default defineConfig({
  experimental: { externalTables: true },
  tables: { external: tableNames() },
});
