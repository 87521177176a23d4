/** `page-renderer init`: puts the renderer beside a project, and renders a first page. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { DONE, FAILED } from './exit-codes.ts';
import { type CommandOutput, ownMachine } from './render.ts';
import { createRenderer } from '../compose.ts';
import { RendererError } from '../kernel/errors.ts';
import { monotonic } from '../kernel/clock.ts';
import { parseHttpUrl } from '../kernel/url.ts';
import { parseConfig } from '../settings/config.ts';
import { type ConfigReading, readConfiguration } from '../settings/reading.ts';
import type { KeyOutcome } from '../takeover/outcome.ts';
import { readPrerenderMiddleware, readPrerenderServer, readPrerenderVariables } from '../takeover/prerender.ts';
import { applied, type Change, changeInLines, Plan, type Project, readProject } from '#project-setup';
import { planMiddleware } from '../setup/mounts.ts';
import { planWebServer, WEB_SERVERS } from '../setup/web-servers.ts';

/** What the command line says. */
export interface InitFlags {
  readonly origin?: string | undefined;
  readonly server?: string | undefined;
  readonly app?: string | undefined;
  readonly listen?: string | undefined;
  readonly entry?: string | undefined;
  readonly 'dry-run'?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

/** The file of this service's options. */
const CONFIG = 'page-renderer.json';
/** Its own default, 3000, is that of most applications, too, and a middleware that asks its own application gets nowhere. */
const PORT = 3100;
/** The file that a start reads by default. */
const KNOWN_CONFIG = 'config.json';

/** A configuration of another service, in the words of this one. */
interface TakenOver {
  readonly options: Readonly<Record<string, unknown>>;
  /** The file that the service reads as it is; undefined if one is created. */
  readonly file: string | undefined;
  /** Of each source, what became of its keys. */
  readonly sources: ReadonlyArray<readonly [source: string, outcomes: readonly KeyOutcome[]]>;
}

/**
 * Runs the command in the working directory.
 *
 * @returns 0 when it is done, 1 after a no or when the first page is not complete, 2 when a dry run has found something to change
 * @throws {RendererError} `invalid-parameter`
 */
export async function initCommand(flags: InitFlags, to: CommandOutput): Promise<number> {
  const folder = process.cwd();
  const print = (line: string) => to.write(`${line}\n`);
  const origin = originOf(flags.origin);
  const project = readProject(folder, (reason) => {
    throw new RendererError('invalid-parameter', reason);
  });
  const taken = takenOver(folder, project);
  for (const [source, outcomes] of taken.sources) {
    print(`${source}:`);
    for (const one of outcomes) print(`  ${one.key}  ${inWords(one)}`);
  }
  const plan = new Plan(folder);
  const use = planned(plan, folder, project, origin, taken, flags);
  const changes = plan.changes();
  for (const change of changes) print(['', ...changeInLines(change)].join('\n'));
  const isChanging = changes.some(({ kind }) => kind === 'create' || kind === 'edit');
  if (flags['dry-run'] === true) return isChanging ? 2 : DONE;
  print(`\nThen: render ${origin}/ once, if it answers.`);
  if (flags.yes !== true && !(await isConfirmed())) {
    print('Nothing was changed.');
    return FAILED;
  }
  write(folder, changes, print);
  if (use !== undefined) print(use);
  return (await rendersFirst(`${origin}/`, taken.file ?? CONFIG, print)) ? DONE : FAILED;
}

function originOf(given: string | undefined): string {
  if (given === undefined) {
    throw new RendererError(
      'invalid-parameter',
      'init: name the public origin of your site: --origin https://shop.example',
    );
  }
  return parseHttpUrl(given).origin;
}

/** @returns how the file of a web server is used, if there is one */
function planned(
  plan: Plan,
  folder: string,
  project: Project | undefined,
  origin: string,
  { options, file }: TakenOver,
  { server, app = '127.0.0.1:8080', listen = '127.0.0.1:8000', entry }: InitFlags,
): string | undefined {
  const port = Number(options['port'] ?? portOf(folder, file ?? CONFIG) ?? PORT);
  const renderer = `http://127.0.0.1:${port}`;
  const site = new URL(origin);
  const isOwn = ownMachine(site).length > 0;
  const config = { port, ...options, ...(isOwn && { allowPrivateNetworks: [site.host] }) };
  if (file === undefined) plan.create(CONFIG, 'options of the service', JSON.stringify(config, null, 2).split('\n'));
  else plan.present(file, 'options of the service');
  if (server !== undefined) {
    const names = Object.keys(WEB_SERVERS).join(', ');
    if (!(server in WEB_SERVERS)) throw new RendererError('invalid-parameter', `--server: one of ${names}`);
    const use = planWebServer(folder, plan, server, { origin, renderer, app, listen });
    if (use !== undefined) return `${server}: ${use}`;
    throw new RendererError(
      'invalid-parameter',
      '--server: install render-middleware, which has the files for web servers',
    );
  }
  if (project === undefined) {
    plan.byHand(null, 'there is no package.json here', {
      about: 'sends bots to the renderer',
      lines: [`page-renderer init --origin ${origin} --server nginx, or caddy, apache, cloudflare`],
    });
  } else {
    planMiddleware(project, plan, { origin, renderer }, entry);
    if (!project.packages.has('render-middleware')) {
      plan.byHand(null, 'packages are yours to install', {
        about: 'the middleware',
        lines: ['Install render-middleware, as its README says.'],
      });
    }
  }
  return undefined;
}

/** Configurations of Rendertron and Prerender that are in the folder or in the environment. */
function takenOver(folder: string, project: Project | undefined): TakenOver {
  const options: Record<string, unknown> = {};
  const sources: Array<TakenOver['sources'][number]> = [];
  const known = knownConfig(folder);
  if (known !== undefined) sources.push([`${KNOWN_CONFIG} (of Rendertron or of this service)`, known]);
  const variables = readPrerenderVariables(process.env);
  if (variables.outcomes.length > 0) sources.push(['Variables of Prerender', variables.outcomes]);
  Object.assign(options, variables.options);
  for (const { name, text } of project?.sources ?? []) {
    const server = readPrerenderServer(text);
    if (server !== undefined) sources.push([`${name} (a server of Prerender)`, server.outcomes]);
    Object.assign(options, server?.options);
    const middleware = readPrerenderMiddleware(text);
    if (middleware !== undefined) sources.push([`${name} (prerender-node)`, middleware]);
  }
  const isCreated = known === undefined || Object.keys(options).length > 0;
  return { options, sources, file: isCreated ? undefined : KNOWN_CONFIG };
}

function readingOf(folder: string, name: string): ConfigReading | undefined {
  const file = path.join(folder, name);
  if (!existsSync(file)) return undefined;
  try {
    return readConfiguration(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    // Of another program, which takes comments.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The port of a service with a file of options, which may leave it to the default; undefined without such a file. */
function portOf(folder: string, name: string): number | undefined {
  return readingOf(folder, name)?.config?.port;
}

/** The keys of a `config.json` that the service understands; undefined for that of another program. */
function knownConfig(folder: string): readonly KeyOutcome[] | undefined {
  const keys = readingOf(folder, KNOWN_CONFIG)?.keys ?? [];
  return keys.some(({ outcome }) => outcome !== 'refused') ? keys : undefined;
}

function inWords(one: KeyOutcome): string {
  switch (one.outcome) {
    case 'taken':
      return `taken${one.note === undefined ? '' : `; ${one.note}`}`;
    case 'taken-as':
      return `taken as ${one.option}${one.value === undefined ? '' : `: ${JSON.stringify(one.value)}`}${one.note === undefined ? '' : `; ${one.note}`}`;
    case 'ignored':
    case 'refused':
      return `${one.outcome}: ${one.reason}`;
  }
}

async function isConfirmed(): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const ended = new Promise<string>((resolve) => void lines.once('close', () => resolve('')));
    return /^y(?:es)?$/i.test((await Promise.race([lines.question('Make these changes? [y/N] '), ended])).trim());
  } finally {
    lines.close();
  }
}

function write(folder: string, changes: readonly Change[], print: (line: string) => void): void {
  const { written, changed } = applied(folder, changes);
  if (changed !== undefined) {
    throw new RendererError('invalid-parameter', `${changed} has changed since it was read; run init again`);
  }
  for (const file of written) print(`wrote ${file}`);
  if (written.length === 0) print('No file needs a change.');
}

/** Renders the start page of the site. @returns whether it is complete; also true if the site does not answer yet */
async function rendersFirst(url: string, file: string, print: (line: string) => void): Promise<boolean> {
  const address = parseHttpUrl(url);
  const started = monotonic();
  await using renderer = await createRenderer({
    ...parseConfig({}),
    allowPrivateNetworks: ownMachine(address),
    logLevel: 'silent',
  });
  try {
    const { status, verdict, html } = await renderer.render(address);
    const seconds = ((monotonic() - started) / 1000).toFixed(1);
    print(`${url} is rendered: ${status}, ${verdict}, ${html.length} characters, ${seconds} s`);
    print(`Start the service: npx --offline page-renderer -c ${file}`);
    return verdict === 'complete';
  } catch (error) {
    if (!(error instanceof RendererError)) throw error;
    print(`${url} was not rendered: ${error.reason}`);
    print(`Start your site, then: npx --offline page-renderer render ${url}`);
    return error.code === 'connection-failed';
  }
}
