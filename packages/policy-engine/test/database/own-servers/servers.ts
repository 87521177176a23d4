/** Servers of a test's own, which it may stop, fill up and make read-only: PostgreSQL and MariaDB in temporary folders. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { stretched } from '../../../../../testing/load.ts';
import { freePort } from '../../../../../testing/free-port.ts';

const PROGRAMS = {
  initdb: globSync('/usr/lib/postgresql/*/bin/initdb').at(-1),
  mariadbd: globSync('/usr/sbin/mariadbd').at(-1),
};

/** Whether a server can be started here: its programs are installed, and the user may mount a small disk. */
export const canStart: { readonly postgres: boolean; readonly mariadb: boolean } = {
  postgres: PROGRAMS.initdb !== undefined && process.getuid?.() === 0,
  mariadb: PROGRAMS.mariadbd !== undefined && process.getuid?.() === 0,
};

/** A temporary folder, on a disk of its own if it has a size. */
export function folderOf(megabytes?: number): { readonly path: string; end(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-own-'));
  if (megabytes !== undefined) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  return {
    path: folder,
    end() {
      if (megabytes !== undefined) execFileSync('umount', [folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A PostgreSQL cluster. */
export class OwnPostgres implements AsyncDisposable {
  readonly url: string;
  readonly data: string;
  readonly #folder = folderOf();
  readonly #bin = path.dirname(PROGRAMS.initdb ?? '');
  readonly #owner = { uid: idOf('-u', 'postgres'), gid: idOf('-g', 'postgres') };
  #server: ChildProcess | undefined;

  private constructor(port: number) {
    this.url = `postgres://root@127.0.0.1:${port}/postgres`;
    this.data = path.join(this.#folder.path, 'data');
    // PostgreSQL refuses to run as root.
    this.give(this.#folder.path);
    const words = ['-D', this.data, '-A', 'trust', '-U', 'root', '--no-sync', '--no-instructions'];
    execFileSync(PROGRAMS.initdb ?? '', words, { ...this.#owner, stdio: 'ignore', cwd: '/' });
    this.configure({ port, listen_addresses: "'127.0.0.1'", unix_socket_directories: "''", fsync: 'off' });
  }

  static async start(): Promise<OwnPostgres> {
    const server = new OwnPostgres(await freePort());
    await server.up();
    return server;
  }

  /** Lets the server own a folder. */
  give(folder: string): void {
    chownSync(folder, this.#owner.uid, this.#owner.gid);
  }

  configure(settings: Readonly<Record<string, string | number>>): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
    appendFileSync(path.join(this.data, 'postgresql.conf'), lines.join(''));
  }

  /** Starts it, and waits until it answers: with an error, if it is to be one that accepts nobody. */
  async up(answers: 'rows' | 'an error' = 'rows'): Promise<void> {
    const options = { ...this.#owner, stdio: 'ignore', cwd: '/' } as const;
    this.#server = spawn(path.join(this.#bin, 'postgres'), ['-D', this.data], options);
    await until(async () => {
      const client = new pg.Client({ connectionString: this.url });
      const code = await client.connect().then(
        () => 'rows',
        (error: { code?: string }) => error.code,
      );
      await client.end().catch(() => {});
      return answers === 'rows' ? code === 'rows' : code === '57P03';
    });
  }

  /** SIGTERM waits for clients, SIGINT ends their connections. */
  signal(signal: 'SIGTERM' | 'SIGINT'): void {
    this.#server?.kill(signal);
  }

  async down(): Promise<void> {
    const server = this.#server;
    if (server === undefined || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
    this.#server = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.down();
    this.#folder.end();
  }
}

/** A MariaDB server, which runs as the user of the test. */
export class OwnMariadb implements AsyncDisposable {
  readonly url: string;
  readonly #folder = folderOf();
  readonly #server: ChildProcess;

  private constructor(port: number, settings: readonly string[]) {
    this.url = `mysql://root@127.0.0.1:${port}/mysql`;
    const data = path.join(this.#folder.path, 'data');
    mkdirSync(data);
    const common = ['--no-defaults', '--user=root', `--datadir=${data}`];
    const install = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'];
    execFileSync('mariadb-install-db', [...common, ...install, ...settings], { stdio: 'ignore' });
    const words = [`--port=${port}`, '--bind-address=127.0.0.1', `--socket=${path.join(this.#folder.path, 'socket')}`];
    this.#server = spawn(PROGRAMS.mariadbd ?? '', [...common, ...words, ...settings], { stdio: 'ignore' });
  }

  static async start(...settings: readonly string[]): Promise<OwnMariadb> {
    const server = new OwnMariadb(await freePort(), settings);
    await until(async () => {
      const connection = await mysql.createConnection(server.url).catch(() => null);
      await connection?.end();
      return connection !== null;
    });
    return server;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#server, 'exit');
    this.#server.kill('SIGTERM');
    await ended;
    this.#folder.end();
  }
}

function idOf(flag: '-u' | '-g', user: string): number {
  return Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + stretched(60_000);
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('The server did not start.');
    await sleep(50);
  }
}
