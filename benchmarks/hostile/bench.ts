/** Shared parts of the measurements of hostile pages: a renderer in this process, sites of good and of hostile pages, a table. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createRenderer, RendererError } from 'page-renderer';
import type { Renderer, RendererOptions } from 'page-renderer';
import { serveHostile } from '../../packages/page-renderer/test/hostile/pages.ts';
import type { Site } from '../../packages/page-renderer/test/support/site.ts';
import { startSite } from '../../packages/page-renderer/test/support/site.ts';

export interface Bench {
  renderer: Renderer;
  /** A page whose result is right if it contains `whole`. */
  good: string;
  /** Origin of the hostile pages. */
  hostile: string;
}

const GOOD = `<!doctype html><title>good</title><link rel="stylesheet" href="/style.css"><h1>good</h1>
<script>setTimeout(async () => document.body.append(await (await fetch('/text')).text()), 50)</script>`;

/** Starts a renderer and its sites, runs `work` with them, and stops them. */
export async function withBench(options: RendererOptions, work: (bench: Bench) => Promise<void>): Promise<void> {
  const good: Site = await startSite({ '/': GOOD, '/style.css': 'h1 { color: green }', '/text': 'whole' });
  const hostile: Site = await startSite({ '*': serveHostile }, '127.0.0.2');
  const renderer = await createRenderer({
    allowPrivateNetworks: ['127.0.0.0/8'],
    logLevel: 'silent',
    port: 0,
    host: '127.0.0.1',
    ...options,
  });
  try {
    // Like a service, it keeps a browser in reserve.
    await renderer.listen();
    await renderer.ready();
    await work({ renderer, good: `${good.url}/`, hostile: hostile.url });
  } finally {
    await renderer.close();
    await good[Symbol.asyncDispose]();
    await hostile[Symbol.asyncDispose]();
  }
}

/** The outcome of a render, in a word, and its duration. */
export interface Outcome {
  verdict: string;
  isRight: boolean;
  milliseconds: number;
}

/** Renders a page. An error is an outcome, too; an error of the service itself has the code `internal`. */
export async function outcomeOf(render: Promise<{ verdict: string; html?: string }>): Promise<Outcome> {
  const started = performance.now();
  const done = (verdict: string, isRight: boolean) => {
    return { verdict, isRight, milliseconds: Math.round(performance.now() - started) };
  };
  try {
    const { verdict, html } = await render;
    return done(verdict, verdict === 'complete' && html?.includes('whole') === true);
  } catch (error) {
    if (!(error instanceof RendererError)) return done('internal', false);
    return done(error.verdict ?? error.code, false);
  }
}

/** Main processes of the browsers that this process has started. */
export function browserPids(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const command = read(`/proc/${name}/cmdline`);
    const isOurs = command.includes(`page-renderer-${process.pid}-`) && !command.includes('--type=');
    return isOurs && parentOf(name) === process.pid ? [Number(name)] : [];
  });
}

/** Resources of this process. */
export function holdings(): Record<'megabytes' | 'descriptors' | 'processes' | 'folders', number> {
  const { rss } = process.memoryUsage();
  return {
    megabytes: Math.round(rss / 2 ** 20),
    descriptors: readdirSync('/proc/self/fd').filter((fd) => linkOf(fd) !== '').length,
    processes: readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isDescendant(name)).length,
    folders: readdirSync(tmpdir()).filter((name) => name.startsWith(`page-renderer-${process.pid}-`)).length,
  };
}

function isDescendant(pid: string): boolean {
  for (let at = parentOf(pid); at > 1; at = parentOf(String(at))) if (at === process.pid) return true;
  return false;
}

function parentOf(pid: string): number {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function linkOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return '';
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Prints a row of a Markdown table. */
export function row(...cells: Array<string | number>): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

/** Reports a failed check; the exit code of this process becomes 1. */
export function finding(text: string): void {
  process.stdout.write(`FINDING: ${text}\n`);
  process.exitCode = 1;
}
