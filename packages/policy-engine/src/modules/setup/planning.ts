/** What `init` would change, before it asks. */
import path from 'node:path';
import { UsageError } from '../../cli/command.ts';
import { type Change, isInstalledAbove, Plan, type Project, readProject } from '#project-setup';
import { freeFile } from './hosts/host.ts';
import { hostSetup } from './hosts/hosts.ts';
import { planBanner } from './parts/banner.ts';
import { engineLines, knownEngine, textsOf } from './parts/engine-file.ts';
import { planSchemaTools } from './parts/schema-tools.ts';
import { planSignUp } from './parts/sign-up.ts';
import { type Findings, findingsOf } from './project/findings.ts';

/** The drivers that a module of the engine may import. */
export const DRIVERS: readonly string[] = ['pg', 'mysql2', 'better-sqlite3'];

/** Drivers whose types are a package of their own. */
const TYPES: Readonly<Record<string, string>> = { pg: '@types/pg', 'better-sqlite3': '@types/better-sqlite3' };
const DEVELOPMENT = { npm: 'install --save-dev', pnpm: 'add --save-dev', yarn: 'add --dev', bun: 'add --dev' } as const;

/** Whether a project does not have a package. */
export function isMissing({ packages, folder }: Project, name: string): boolean {
  return !packages.has(name) && !isInstalledAbove(folder, name);
}

/** The packages with a framework, of a workspace whose root has none. */
export function appsOf(project: Project): string[] {
  if (findingsOf({ ...project, sources: [] }).host !== undefined) return [];
  return project.workspaces.filter((name) => {
    const one = readProject(path.join(project.folder, name), (reason) => {
      throw new UsageError(reason);
    });
    return one !== undefined && findingsOf(one).host !== undefined;
  });
}

/** The changes of all parts, and the module of the engine. */
export function planned(
  project: Project,
  findings: Findings,
  entry: string | undefined,
): { changes: Change[]; engine: string } {
  const plan = new Plan(project.folder);
  const host = findings.host === undefined ? undefined : hostSetup(findings.host.id);
  const known = knownEngine(project);
  const fresh = host?.engineFile(project, entry) ?? `engine.${project.isTypeScript ? 'ts' : 'mjs'}`;
  const engine = known ?? freeFile(project, fresh);
  plan.create(engine, 'the engine', [
    ...engineLines(findings, project),
    ...(host?.startsInEngine === true ? ['engine.start();'] : []),
  ]);
  if (known === undefined && findings.driver !== 'node:sqlite' && isMissing(project, findings.driver)) {
    plan.byHand(null, 'packages are yours to install', {
      about: 'the driver of the database',
      lines: [`${project.packageManager} ${project.packageManager === 'npm' ? 'install' : 'add'} ${findings.driver}`],
    });
  }
  const types = TYPES[findings.driver];
  if (known === undefined && project.isTypeScript && types !== undefined && isMissing(project, types)) {
    plan.byHand(null, 'packages are yours to install', {
      about: 'the types of the driver, without which the project does not compile',
      lines: [`${project.packageManager} ${DEVELOPMENT[project.packageManager]} ${types}`],
    });
  }
  for (const [file, lines] of textsOf(findings)) plan.create(file, 'a text to decide on', lines);
  if (host === undefined) {
    plan.byHand(null, 'no framework was found (name it with --host)', {
      about: 'mounts the engine',
      lines: ['engine.fetch(request) answers each request below /policies: node_modules/policy-engine/docs/hosts.md'],
    });
  } else host.mount({ project, plan, engine, extension: project.isTypeScript ? 'ts' : 'js', entry });
  if (host?.hasOwnBanner !== true) planBanner(project, plan);
  planSignUp(project, findings, plan);
  planSchemaTools(project, findings, plan);
  return { changes: plan.changes(), engine };
}
