/** Skills for coding agents, and a folder in which a test does what they say. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stretched } from './load.ts';

const ROOT = path.join(import.meta.dirname, '..');

/** The `SKILL.md` of a package. */
export interface Skill {
  /** Files that it has the reader write, by their path. */
  readonly files: ReadonlyMap<string, string>;
  /** Its commands in their order; `npx --offline` runs what is installed in the folder. */
  readonly commands: readonly string[];
  readonly text: string;
}

/**
 * Reads the skill of a package, and checks its form: name and description as agents read them, packed with the package, and guides
 * that exist.
 */
export function readSkill(name: string): Skill {
  const home = path.join(ROOT, 'packages', name);
  const text = readFileSync(path.join(home, 'skills', name, 'SKILL.md'), 'utf8');
  const [, fields = ''] = /^---\n([^]*?)^---\n/m.exec(text) ?? [];
  assert.equal(/^name: (.+)$/m.exec(fields)?.[1], name);
  const [, description = ''] = /^description: (.+)$/m.exec(fields) ?? [];
  assert.ok(description.length > 100 && description.length <= 1024 && description.includes('Use '), description);
  assert.ok(text.split('\n').length < 500);
  const { files: packed } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { files: string[] };
  assert.ok(packed.includes('skills') && packed.includes('docs'));
  for (const [, guide = ''] of text.matchAll(/`(docs\/[\w./-]+)`/g))
    assert.ok(existsSync(path.join(home, guide)), guide);

  const files = new Map<string, string>();
  const commands: string[] = [];
  let end = 0;
  for (const { index, 0: block, 1: language = '', 2: code = '' } of text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)) {
    const before = text.slice(end, index);
    end = index + block.length;
    if (language === 'sh') commands.push(...code.trim().split('\n'));
    else files.set(before.match(/(?<=`)(?!docs\/)[\w./-]+\.(?:mjs|md|json)(?=`)/g)?.at(-1) ?? '', code);
  }
  assert.ok(files.size > 0 && commands.length > 0 && !files.has(''));
  return { files, commands, text };
}

/** A folder with the packages of this repository, in which a reader of a skill works. */
export class SkillFolder implements AsyncDisposable {
  readonly path = mkdtempSync(path.join(tmpdir(), 'skill-'));
  readonly #children: ChildProcess[] = [];
  readonly #replaced: ReadonlyMap<string, string>;

  /** @param replaced what is written in the skill, and what stands for it on this machine: its ports */
  constructor(replaced: Readonly<Record<string, string>>) {
    this.#replaced = new Map(Object.entries(replaced));
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(this.path, 'node_modules'), 'junction');
    this.write('package.json', '{ "type": "module" }');
  }

  /** Writes a file of the skill. */
  write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.path, file)), { recursive: true });
    writeFileSync(path.join(this.path, file), this.#here(text));
  }

  read(file: string): string {
    return readFileSync(path.join(this.path, file), 'utf8');
  }

  /** Runs a command to its end. @returns its output, errors included, and its exit code */
  async run(command: string): Promise<{ code: number; output: string }> {
    const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>();
    execFile(
      'sh',
      ['-c', this.#here(command)],
      { ...this.#options(), timeout: stretched(120_000) },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), output: stdout + stderr }),
    );
    return promise;
  }

  /** Starts a server, and waits until it answers the address. It is started without `npx`, which would not end with it. */
  async start(command: string, address: string): Promise<void> {
    const child = spawn('sh', ['-c', `exec ${this.#here(command).replace(/^npx --offline /, '')}`], {
      ...this.#options(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.push(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => void (said += text));
    for (const until = performance.now() + stretched(60_000); ; await sleep(50)) {
      if ((await fetch(this.#here(address)).catch(() => undefined)) !== undefined) return;
      assert.ok(child.exitCode === null && performance.now() < until, said);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode !== null) continue;
      child.kill();
      await once(child, 'exit');
    }
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 });
  }

  #here(text: string): string {
    let own = text;
    for (const [written, real] of this.#replaced) own = own.replaceAll(written, real);
    return own;
  }

  #options() {
    const bin = path.join(this.path, 'node_modules', '.bin');
    const { NODE_ENV: _environment, PORT: _port, NODE_TEST_CONTEXT: _context, ...env } = process.env;
    return { cwd: this.path, env: { ...env, PATH: `${path.dirname(process.execPath)}:${bin}:${env['PATH']}` } };
  }
}
