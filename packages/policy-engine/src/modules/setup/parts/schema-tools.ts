/** Tools that make a database like a schema: they would drop tables that they do not know, those of the engine among them. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plan, Project } from '#project-setup';
import type { Findings } from '../project/findings.ts';

const FILTER = "tablesFilter: ['!policy_manager_*'],";
const DRIZZLE = 'keeps drizzle-kit from dropping the tables of the engine';

/** Plans what the tool of the project's ORM needs to know. */
export function planSchemaTools(project: Project, { orm, driver, file, linked }: Findings, plan: Plan): void {
  // The engine has a database of its own.
  if (driver === 'node:sqlite' && file === null) return;
  if (orm === undefined) return;
  switch (orm.id) {
    case 'drizzle': {
      const folders = [project.folder, ...linked.map(({ folder }) => folder)];
      for (const folder of folders) {
        for (const name of globSync('drizzle*.config.{ts,mts,js,mjs,cjs}', { cwd: folder })) {
          planDrizzle(project, plan, path.join(folder, name));
        }
      }
      return;
    }
    case 'mikro-orm':
      return plan.byHand(null, 'its options are made in code', {
        about: 'keeps the schema generator from dropping the tables of the engine',
        lines: ['schemaGenerator: { skipTables: [/^policy_manager_/] }'],
      });
    case 'prisma':
      return plan.byHand(
        existsSync(path.join(project.folder, 'prisma.config.ts')) ? 'prisma.config.ts' : null,
        'it is an experimental option',
        {
          about: 'says to prisma migrate and db push whose the tables of the engine are',
          lines: [
            "// import { tableNames } from 'policy-engine/database';",
            'experimental: { externalTables: true },',
            'tables: { external: tableNames() },',
          ],
        },
      );
  }
}

function planDrizzle(project: Project, plan: Plan, file: string): void {
  const text = readFileSync(file, 'utf8');
  const name = path.relative(project.folder, file).split(path.sep).join('/');
  const filter = /\btablesFilter\s*:\s*(?<list>\[[^\]]*\]|['"][^'"]*['"])/.exec(text)?.groups?.['list'];
  if (filter !== undefined) {
    // Patterns that are all of other names leave the engine's tables alone.
    const patterns = [...filter.matchAll(/['"](?<one>[^'"]*)['"]/g)].map(({ groups }) => groups?.['one'] ?? '');
    const isKept =
      patterns.includes('!policy_manager_*') ||
      patterns.every((one) => /^[\w-]{2,}\*?$/.test(one) && !'policy_manager_'.startsWith(one.replace('*', '')));
    if (isKept) return plan.present(name, DRIZZLE);
    return plan.byHand(name, 'it has a filter of its own', {
      about: DRIZZLE,
      lines: ["'!policy_manager_*', // in tablesFilter"],
    });
  }
  // Of another package of the workspace, others than those who run init may take care.
  if (name.startsWith('..')) return plan.byHand(name, 'it is of another package', { about: DRIZZLE, lines: [FILTER] });
  plan.edit(name, { about: DRIZZLE, lines: [FILTER] }, (before) => {
    const opening = /(?:\bdefineConfig\s*\(\s*\{|\bexport\s+default\s+\{|\bmodule\.exports\s*=\s*\{)[^\S\n]*\n/.exec(
      before,
    );
    if (opening === null) return undefined;
    const at = opening.index + opening[0].length;
    const indent = /^[^\S\n]+/.exec(before.slice(at))?.[0] ?? '  ';
    const quoted = /(?:schema|dialect|out)\s*:\s*"/.test(before) ? FILTER.replaceAll("'", '"') : FILTER;
    return `${before.slice(0, at)}${indent}${quoted}\n${before.slice(at)}`;
  });
}
