/** The measured engines: this renderer, its predecessors as shipped, and a lower bound for all renderers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { MARK } from './pages.ts';
import { freePort } from '../../testing/free-port.ts';

/** An engine that returns the finished HTML of a page. */
export interface Engine {
  name: string;
  /** Its main process; child processes belong to it. */
  pid: number;
  render(url: string): Promise<string>;
  close(): Promise<void>;
  /** Milliseconds from its start to its first page; missing if it is not a separate program. */
  firstAfter?: number;
}

const FLAGS = ['--no-sandbox', '--disable-features=HttpsUpgrades'];
const require = createRequire(import.meta.url);

/** Starts a program and waits until it renders. @param probe a page that needs nothing */
async function service(
  name: string,
  script: string,
  env: Record<string, string>,
  { to, probe }: { to: (url: string) => string; probe: string },
): Promise<Engine> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [script], {
    stdio: 'ignore',
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
  });
  const origin = `http://127.0.0.1:${port}`;
  const render = async (url: string) => (await fetch(origin + to(url))).text();
  for (let round = 0; ; round += 1) {
    if (child.exitCode !== null || round > 1_000) throw new Error(`${name} does not start`);
    const html = await render(probe).catch(() => '');
    if (html.includes(MARK)) break;
    await sleep(20);
  }
  const firstAfter = performance.now() - started;
  return { name, firstAfter, pid: child.pid ?? 0, render, close: () => ended(child) };
}

async function ended(child: ChildProcess): Promise<void> {
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await Promise.race([end, sleep(3_000)]);
  child.kill('SIGKILL');
}

const byPath = (url: string) => `/render/${encodeURIComponent(url)}`;
const byQuery = (url: string) => `/render?url=${encodeURIComponent(url)}`;

/** This renderer, started by its command, without a cache. */
export function pageRenderer(browser: string, probe: string): Promise<Engine> {
  const script = path.join(import.meta.dirname, 'service.ts');
  return service('page-renderer', script, { CHROME_PATH: browser }, { to: byPath, probe });
}

/** Rendertron 3.1.0. */
export function rendertron(browser: string, probe: string): Promise<Engine> {
  const script = require.resolve('rendertron/bin/rendertron');
  return service('rendertron', script, { PUPPETEER_EXECUTABLE_PATH: browser }, { to: byPath, probe });
}

/** Prerender 5.21.6. */
export function prerender(browser: string, probe: string): Promise<Engine> {
  const script = path.join(import.meta.dirname, 'prerender.ts');
  return service('prerender', script, { CHROME_PATH: browser }, { to: byQuery, probe });
}

/** A page in a new browser context, until no request was open for half a second. */
export async function puppeteerIdle(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({ executablePath, args: FLAGS });
  return {
    name: 'puppeteer-core, networkidle0',
    pid: pidOf(browser),
    render: async (url) => {
      const context = await browser.createBrowserContext();
      try {
        const page = await context.newPage();
        await page.goto(url, { waitUntil: 'networkidle0', timeout: 20_000 });
        return await page.content();
      } finally {
        await context.close();
      }
    },
    close: () => browser.close(),
  };
}

/**
 * The lower bound: an open tab navigates to the page, and its HTML is read as soon as the mark appears. One tab for each
 * parallel page.
 */
export async function bareNavigation(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({ executablePath, args: FLAGS });
  const open = async () => {
    const page = await (await browser.createBrowserContext()).newPage();
    const session = await page.createCDPSession();
    await session.send('Page.enable');
    return session;
  };
  const idle: Array<Awaited<ReturnType<typeof open>>> = [];
  const expression = `new Promise((resolve) => {
    const look = () => {
      const text = document.body?.textContent ?? '';
      if (text.includes(${JSON.stringify(MARK)})) resolve(document.documentElement.outerHTML);
      else setTimeout(look, 1);
    };
    look();
  })`;
  return {
    name: 'bare navigation',
    pid: pidOf(browser),
    render: async (url) => {
      const session = idle.pop() ?? (await open());
      await session.send('Page.navigate', { url });
      const { result } = await session.send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      idle.push(session);
      return String(result.value);
    },
    close: () => browser.close(),
  };
}

function pidOf(browser: { process(): { readonly pid?: number | undefined } | null }): number {
  return browser.process()?.pid ?? 0;
}
