/** The applications: fetched from the registry as pinned, unpacked into a temporary folder, and served on loopback. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Listening } from '../../testing/listening.ts';
import { listening } from '../../testing/listening.ts';

const run = promisify(execFile);
/** `npm` is a script on Windows, which is only started by a shell; names, versions and folders are checked or our own. */
const SHELL = process.platform === 'win32';
/** Packages that are fetched by one command. */
const AT_ONCE = 20;

const application = z.strictObject({
  name: z.string().regex(/^(?:@[a-z\d._-]+\/)?[a-z\d._-]+$/),
  version: z.string().regex(/^\d+\.\d+\.\d+[\w.+-]*$/),
  integrity: z.string().startsWith('sha512-'),
  /** The folder of the package that is the root of its server, for applications that are built for the root of a site. */
  root: z.string().default('.'),
  /** Paths on that server. */
  pages: z.array(z.string()).min(1),
});

/** A package of the registry that ships built pages. */
export type Application = z.infer<typeof application>;

/** The pinned list. @throws if an entry is not valid */
export async function readApplications(): Promise<Application[]> {
  const list: unknown = JSON.parse(await readFile(path.join(import.meta.dirname, 'packages.json'), 'utf8'));
  return z.array(application).parse(list);
}

/**
 * Fetches the tarballs of packages and unpacks them; nothing of them is installed or run.
 *
 * @param folder where each package gets a folder
 * @returns the folder of each package, in the same order
 * @throws if one is not to be had, or differs from what is pinned
 */
export async function fetchApplications(applications: readonly Application[], folder: string): Promise<string[]> {
  const folders: string[] = [];
  for (let at = 0; at < applications.length; at += AT_ONCE) {
    const some = applications.slice(at, at + AT_ONCE);
    const specifiers = some.map(({ name, version }) => `${name}@${version}`);
    const pack = ['pack', '--json', '--ignore-scripts', '--prefer-offline', '--pack-destination', folder];
    const { stdout } = await run('npm', [...pack, ...specifiers], { shell: SHELL, maxBuffer: 2 ** 30 });
    const packed = z.array(z.object({ name: z.string(), filename: z.string() })).parse(JSON.parse(stdout));
    for (const one of some) {
      const filename = packed.find(({ name }) => name === one.name)?.filename ?? '';
      folders.push(await unpack(one, path.join(folder, filename), path.join(folder, String(folders.length))));
    }
  }
  return folders;
}

async function unpack({ name, version, integrity }: Application, tarball: string, into: string): Promise<string> {
  const digest = createHash('sha512')
    .update(await readFile(tarball))
    .digest('base64');
  if (`sha512-${digest}` !== integrity) throw new Error(`${name}@${version} is not what is pinned: sha512-${digest}`);
  await mkdir(into);
  // Tarballs of packages have one folder at the top, whose name differs.
  await run('tar', ['-xzf', tarball, '-C', into, '--strip-components=1', '--no-same-owner']);
  return into;
}

/** Serves a folder as a site of its own: absolute paths and storage are per origin. */
export function serveFolder(folder: string): Promise<Listening> {
  const app = new Hono();
  app.use(serveStatic({ root: folder, allowPercentInPath: true }));
  const respond = getRequestListener(app.fetch);
  return listening(createServer((request, response) => void respond(request, response)));
}
