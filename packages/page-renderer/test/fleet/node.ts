/** A service in a process of its own, which can be killed and started again. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../support/processes.ts';

const PACKAGE = path.resolve(import.meta.dirname, '../..');
export const ADMIN = 'the-token-of-the-administration';

/** See the head of the file. */
export class FleetNode {
  readonly name: string;
  readonly url: string;
  readonly #command: string;
  readonly #config: string;
  readonly #folder: string;
  #process: ChildProcess | undefined;
  #said = '';

  /** @param program folder of the package @param options the configuration; the port is fixed, so that it is known again */
  constructor(name: string, program: string, folder: string, options: { port: number } & Record<string, unknown>) {
    this.name = name;
    this.url = `http://127.0.0.1:${options.port}`;
    this.#folder = path.join(folder, name);
    this.#command = path.join(program, 'bin/page-renderer.js');
    this.#config = path.join(this.#folder, 'config.json');
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(this.#config, JSON.stringify({ ...options, host: '127.0.0.1', adminToken: ADMIN }));
  }

  get isUp(): boolean {
    return this.#process !== undefined;
  }

  /** Resolves when it is ready. */
  async start(): Promise<void> {
    this.#said = '';
    const child = spawn(process.execPath, [this.#command, '--config', this.#config], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TMPDIR: this.#folder },
    });
    child.stderr.on('data', (text: Buffer) => (this.#said += String(text)));
    await eventually(() => this.#said.includes('is ready at') || child.exitCode !== null, `${this.name} is ready`);
    if (child.exitCode !== null) throw new Error(`${this.name} ended: ${this.#said}`);
    this.#process = child;
  }

  /** As the kernel does it: nothing is cleaned up. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** @returns whether the service could be reached, and its response */
  async get(
    line: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; retryAfter: string | null; text: string } | undefined> {
    try {
      const response = await fetch(this.url + line, { headers, redirect: 'error' });
      return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
    } catch {
      return undefined;
    }
  }
}

/**
 * A copy of the package as its next version may be: its results have another format.
 *
 * @returns its folder, inside this repository so that it finds its dependencies, and what removes it
 */
export function nextVersion(): { folder: string; remove: () => void } {
  const folder = path.join(PACKAGE, `../../node_modules/.cache/fleet-${process.pid}`);
  cpSync(path.join(PACKAGE, 'dist'), path.join(folder, 'dist'), { recursive: true });
  for (const name of ['bin', 'package.json'])
    cpSync(path.join(PACKAGE, name), path.join(folder, name), { recursive: true });
  const file = path.join(folder, 'dist/cache/stores/pack.js');
  const text = readFileSync(file, 'utf8');
  if (!text.includes("'PRC3'")) throw new Error('the format is not where it was');
  writeFileSync(file, text.replace("'PRC3'", "'PRC4'"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The folder of this version of the package. */
export const THIS_VERSION: string = PACKAGE;
