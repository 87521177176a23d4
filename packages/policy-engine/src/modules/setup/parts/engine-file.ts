/** The module of the engine. */
import { baseOf } from '../project/base.ts';
import type { Findings } from '../project/findings.ts';
import { codeOf, type Project } from '#project-setup';

/** Name of the SQLite file of a project without a database. */
const SQLITE = 'app.db';

/** The file of a project that creates an engine already. */
export function knownEngine(project: Project): string | undefined {
  const file = project.sources.find(({ text }) => /\bcreatePolicyEngine\s*(?:<[^(]*>)?\(/.test(codeOf(text)));
  return file?.name;
}

/** Whether a command may load a module: it exports the engine, and starts no server. */
export function isLoadable(text: string): boolean {
  const code = codeOf(text);
  return (
    /\bexport\s+(?:const|let)\s+engine\b|\bexport\s*\{[^}]*\bengine\b/.test(code) &&
    !/\.listen\s*\(|\bserve\s*\(/.test(code)
  );
}

/** The lines of the module. */
export function engineLines({ driver, file, auth }: Findings, project: Project): string[] {
  const { imports, database } = connection(driver, file ?? SQLITE);
  const base = baseOf(project);
  return [
    ...imports,
    '',
    'export const engine = createPolicyEngine({',
    `  database: ${database},`,
    ...(base === '' ? [] : [`  mountPath: '${base}/policies',`]),
    '  rules: [',
    "    { name: 'cookie', label: 'Statistics', sessionless: true },",
    ...(auth === undefined ? [] : ["    { name: 'terms', label: 'Terms of use', validatesOn: ['create'] },"]),
    '  ],',
    auth === undefined
      ? '  currentUser: () => null, // who is signed in: { id, record }'
      : `  currentUser: () => null, // who is signed in with ${auth.name}: { id, record }`,
    '});',
  ];
}

function connection(driver: Findings['driver'], file: string): { imports: string[]; database: string } {
  switch (driver) {
    case 'pg':
      return {
        imports: ["import { Pool } from 'pg';", "import { createPolicyEngine, pgDatabase } from 'policy-engine';"],
        database: 'pgDatabase(new Pool({ connectionString: process.env.DATABASE_URL }))',
      };
    case 'mysql2':
      return {
        imports: [
          "import { createPool } from 'mysql2';",
          "import { createPolicyEngine, mysql2Database } from 'policy-engine';",
        ],
        database: "mysql2Database(createPool(process.env.DATABASE_URL ?? ''))",
      };
    case 'better-sqlite3':
      return {
        imports: [
          "import Database from 'better-sqlite3';",
          "import { betterSqlite3Database, createPolicyEngine } from 'policy-engine';",
        ],
        database: `betterSqlite3Database(new Database('${file}'))`,
      };
    case 'node:sqlite':
      return {
        imports: ["import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';"],
        database: `nodeSqliteDatabase('${file}')`,
      };
  }
}

/** The folder of the texts, and the first texts. */
export function textsOf({ auth }: Findings): ReadonlyArray<readonly [file: string, lines: readonly string[]]> {
  const cookie = [
    '# Statistics',
    '',
    'We count how often each page is read, and nothing else. You can change your mind at any time.',
  ];
  const terms = ['# Terms of use', '', 'Replace this text by your terms, then run `policy-engine publish`.'];
  return [['texts/cookie.md', cookie], ...(auth === undefined ? [] : ([['texts/terms.md', terms]] as const))];
}
