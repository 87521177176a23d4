import { tableNames } from 'policy-engine/database';
import { defineConfig } from 'prisma/config';

// oxlint-disable-next-line import/no-default-export -- Prisma wants it so
export default defineConfig({
  experimental: { externalTables: true },
  tables: { external: tableNames() },
});
