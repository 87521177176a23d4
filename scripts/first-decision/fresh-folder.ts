/** An empty folder, and a shell in it with a person's environment. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stretched } from '../../testing/load.ts';
import { addressesIn } from './npm-logs.ts';
import type { RecipeFile } from './recipe.ts';
import { freePort } from '../../testing/free-port.ts';

/** The port in the guide. */
const WRITTEN_PORT = /\b3000\b/g;

/** Maximum time of a command; after it, the command is ended. */
const LONGEST = stretched(600_000);

/** Maximum length of a command's output in an error. */
const SHOWN = 8_000;

/** Variables that `npm run` and the test runner set for their child processes; a person's shell does not have them. */
const NOT_TYPED =
  /^(?:npm_(?:package|lifecycle)_.*|npm_(?:execpath|node_execpath|command|config_(?:local|global)_prefix|config_prefix)|INIT_CWD|NODE_(?:ENV|OPTIONS|TEST_CONTEXT|PATH)|PORT|HOST|DATABASE_URL|COMPAT_RESULTS)$/i;

/** No prompts, no telemetry, and a log of each command. */
const QUIET = {
  npm_config_yes: 'true',
  npm_config_logs_max: '100',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  npm_config_prefer_offline: 'true',
  DO_NOT_TRACK: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
};

/** The result of a command. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** A running server. */
export interface Started {
  readonly child: ChildProcess;
  /** Its output so far, for the end of a message. */
  readonly said: () => string;
}

/** An empty folder, and the commands that are typed in it. */
export class FreshFolder implements AsyncDisposable {
  /** The folder of the app. */
  readonly app: string;
  /** The port that the server gets instead of 3000. */
  readonly port: number;
  readonly #parent: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #logs: string;
  readonly #children: ChildProcess[] = [];

  private constructor(parent: string, tarballs: readonly string[], port: number) {
    this.#parent = parent;
    const packed = path.join(parent, 'policy-engine-and-page-renderer', 'packed');
    mkdirSync(packed, { recursive: true });
    for (const file of tarballs) copyFileSync(file, path.join(packed, path.basename(file)));
    this.port = port;
    this.#logs = path.join(parent, 'npm-logs');
    // Generators name the app after its folder.
    this.app = path.join(parent, 'shop');
    mkdirSync(this.app);
    const bin = path.join(parent, 'bin');
    mkdirSync(bin);
    symlinkSync(process.execPath, path.join(bin, 'node'));
    const typed = Object.entries(process.env).filter(([name]) => !NOT_TYPED.test(name));
    const places = (process.env['PATH'] ?? '').split(path.delimiter).filter((place) => !place.includes('node_modules'));
    this.#env = {
      ...Object.fromEntries(typed),
      ...QUIET,
      npm_config_logs_dir: this.#logs,
      PATH: [bin, ...places].join(path.delimiter),
      PORT: String(port),
    };
  }

  /** @param tarballs files of the folder `packed` of the clone, which is next to the empty folder */
  static async create(tarballs: readonly string[]): Promise<FreshFolder> {
    return new FreshFolder(mkdtempSync(path.join(tmpdir(), 'fresh-folder-')), tarballs, await freePort());
  }

  write({ path: name, text }: Pick<RecipeFile, 'path' | 'text'>): void {
    const file = path.join(this.app, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  read(name: string): Buffer {
    return readFileSync(path.join(this.app, name));
  }

  /** Runs a command and waits for its end, successful or not; `code` is null for a command that was killed. */
  async end(command: string): Promise<Ended> {
    const { child, said } = this.start(command);
    const late = setTimeout(() => void killGroup(child), LONGEST);
    try {
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, output: said() };
    } finally {
      clearTimeout(late);
    }
  }

  /** Runs a command. @throws with its output if it fails */
  async type(command: string): Promise<string> {
    const { code, output } = await this.end(command);
    assert.equal(code, 0, `$ ${command}\n${output}`);
    return output;
  }

  /** Runs a command that does not end by itself, such as a server. */
  start(command: string): Started {
    const typed = command.replaceAll(WRITTEN_PORT, String(this.port));
    // A new process group, so that its child processes end with it.
    const child = spawn('sh', ['-c', typed], {
      cwd: this.app,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => void (output += text));
    }
    return { child, said: () => output.slice(-SHOWN) };
  }

  /** The addresses that npm has asked for in this folder. */
  asked(): string[] {
    return addressesIn(this.#logs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children) await killGroup(child);
    rmSync(this.#parent, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function killGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const closed = child.exitCode === null && child.signalCode === null ? once(child, 'close') : undefined;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // All processes have ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  await closed;
}
