/** Renders whose n-th command to the browser fails. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Renderer } from 'page-renderer';
import { createRenderer, RendererError, type RendererErrorCode } from 'page-renderer';
import { pino } from 'pino';
import { stretched } from '../../../../testing/load.ts';
import { groupsWith } from '../support/processes.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';
import type { FaultyBrowser } from '../support/wire.ts';
import { faultyBrowser } from '../support/wire.ts';
import type { WireFault } from '../support/wire-stand-in.ts';

const WIDTH = 1_000;
export const TIMEOUT = stretched(7_000);

/** The text of a complete page, in the requested form. */
const PAGE = `<!doctype html><title>wire</title><style>body { margin: 0 }</style><h1>page</h1><div id=shut></div>
<p id=text></p><p id=worker></p><p id=frame></p><script>
shut.attachShadow({ mode: 'closed' }).innerHTML = '<b>inside</b>';
fetch('/late').then((response) => response.text()).then((text) => {
  const ours = navigator.userAgent.includes('page-renderer/');
  document.getElementById('text').append([text, innerWidth, ours, new Intl.DateTimeFormat().resolvedOptions().timeZone].join(' '));
});
</script><script src="/refused.js"></script><svg></svg>
<script>
// Each at a fixed position, so that the screenshot does not depend on their order.
const say = ({ data }) => document.getElementById(data.split(' ').at(-1)).replaceChildren(data);
new Worker('/worker.js').onmessage = say;
addEventListener('message', say);
const frame = document.createElement('iframe');
frame.src = location.origin.replace('127.0.0.1', 'localhost') + '/frame';
document.body.append(frame);
</script>`;
/** In a separate process, because it is of another site. */
const FRAME = `<script>
Promise.all([fetch('/late'), fetch('/refused-frame').catch(() => {})]).then(() => parent.postMessage('by a frame', '*'));
</script>`;
const WORKER = `Promise.all([fetch('/late'), fetch('/refused-worker').catch(() => {})]).then(() => postMessage('by a worker'));`;
const WHOLE = [`whole ${WIDTH} true Pacific/Auckland`, 'by a worker', 'by a frame'];
const isWholeIn = (html: string) => WHOLE.every((part) => html.includes(part));

/** A response that is not a page, and comes in several pieces. */
const FILE = 'lamp;price\nDune;90\n'.repeat(10_000);

/** The page, and an address that may not be requested. */
export function startWireSite(): Promise<Site> {
  return startSite({
    '/': PAGE,
    '/frame': FRAME,
    '/worker.js': (_, response) => void response.setHeader('Content-Type', 'text/javascript').end(WORKER),
    '/file': (_, response) =>
      void response.writeHead(200, { 'Content-Type': 'text/csv', 'Content-Length': FILE.length }).end(FILE),
    '/file-in-chunks': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/csv' });
      response.write(FILE.slice(0, 100_000), () => response.end(FILE.slice(100_000)));
    },
    '/late': (_, response) => void setTimeout(() => response.end('whole'), 700),
  });
}

/** The result of a render. */
interface Outcome {
  verdict: string;
  isWhole: boolean;
}

/** An operation, and the check of its result. */
export interface Operation {
  name: string;
  run(renderer: Renderer, url: string): Promise<Outcome>;
}

const SEEN = { width: WIDTH, timezoneId: 'Pacific/Auckland' };

/** @throws {RendererError} if that is what the service answers */
async function asked(renderer: Renderer, path: string): Promise<Response> {
  const response = await renderer.fetch(new Request(`http://renderer.test${path}`));
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) return response;
  const { code, detail } = (await response.json()) as { code: RendererErrorCode; detail: string };
  throw new RendererError(code, detail);
}

/** An explanation has the facts of the page, and how its render ended. */
async function explained(renderer: Renderer, url: string): Promise<{ verdict: string; text: number }> {
  const response = await asked(renderer, `/explain/${encodeURIComponent(url)}?width=${WIDTH}&format=json`);
  const { verdict, page } = (await response.json()) as Explained;
  return { verdict: verdict?.name ?? 'none', text: page?.textLength ?? 0 };
}

interface Explained {
  verdict: { name: string } | null;
  page: { textLength: number } | null;
}

/** A response that is passed through: complete, or broken off. */
async function passed(renderer: Renderer, url: string): Promise<Outcome> {
  const response = await asked(renderer, `/render/${encodeURIComponent(url)}`);
  try {
    const isWhole = (await response.text()) === FILE;
    return { verdict: 'complete', isWhole };
  } catch {
    return { verdict: 'broken-off', isWhole: false };
  }
}

/** The operations. A screenshot and the length of a text are compared with the first ones. */
export function operations(): Operation[] {
  let first: Uint8Array | undefined;
  let length: number | undefined;
  return [
    {
      name: 'HTML',
      run: async (renderer, url) => {
        const { verdict, html } = await renderer.render(url, { ...SEEN, shadow: 'flat' });
        return { verdict, isWhole: isWholeIn(html) && html.includes('inside') };
      },
    },
    {
      name: 'picture',
      run: async (renderer, url) => {
        const picture = { type: 'png', fullPage: true, omitBackground: true } as const;
        const { verdict, image } = await renderer.screenshot(url, { ...SEEN, picture });
        first ??= image;
        return { verdict, isWhole: Buffer.compare(first, image) === 0 };
      },
    },
    {
      name: 'explanation',
      run: async (renderer, url) => {
        const { verdict, text } = await explained(renderer, url);
        length ??= text;
        return { verdict, isWhole: text > 0 && text === length };
      },
    },
    { name: 'file', run: (renderer, url) => passed(renderer, `${url}/file`) },
    { name: 'file of unknown length', run: (renderer, url) => passed(renderer, `${url}/file-in-chunks`) },
  ];
}

/** A renderer with a browser that fails on demand. */
export interface Lane extends AsyncDisposable {
  /** @returns the failed command, undefined if the render ended before it; the outcome of the render, and its time */
  round(fault: WireFault, at: number): Promise<Round>;
}

export interface Round {
  method: string | undefined;
  ended: string;
  milliseconds: number;
}

/** @param isCold whether each round has a new renderer, so that the start of its browser is counted, too */
export async function openLane(site: Site, operation: Operation, isCold: boolean): Promise<Lane> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wire-'));
  const browser = await faultyBrowser(folder);
  let warm: Renderer | undefined;
  const open = () => start(browser);
  if (!isCold) {
    warm = await open();
    await warmUp(operation, warm, site.url);
  }
  return {
    async round(fault, at) {
      browser.plan(fault, at);
      const renderer = warm ?? (await open());
      try {
        const where = `${operation.name}, ${fault} at ${at}`;
        const { ended, milliseconds } = await attempt(operation, renderer, site.url, where);
        const method = await browser.outcome();
        await nextIsRight(operation, renderer, site.url, `after ${where}: ${method} (${ended})`, method);
        return { method, ended, milliseconds };
      } finally {
        if (renderer !== warm) await renderer.close();
      }
    },
    async [Symbol.asyncDispose]() {
      await warm?.close();
      assert.deepEqual(groupsWith(folder), [], 'no process is left');
      rmSync(folder, { recursive: true });
    },
  };
}

/** If several browsers start at once, the first page may take its whole time budget. */
async function warmUp(operation: Operation, renderer: Renderer, url: string): Promise<void> {
  try {
    let outcome = await operation.run(renderer, url);
    for (let tries = 1; tries < 5 && outcome.verdict === 'budget'; tries += 1)
      outcome = await operation.run(renderer, url);
    assert.deepEqual(outcome, { verdict: 'complete', isWhole: true });
  } catch (error) {
    await renderer.close();
    throw error;
  }
}

async function start({ binary }: FaultyBrowser): Promise<Renderer> {
  return createRenderer(
    { allowPrivateNetworks: ['127.0.0.1', '::1'], timeout: TIMEOUT, restrictedUrlPattern: 'refused', concurrency: 2 },
    { browser: binary, logger: pino({ level: process.env['WIRE_LOG'] ?? 'silent' }) },
  );
}

/** A render with the fault has a right result, one that is marked as incomplete, or an error with the reason. */
async function attempt(operation: Operation, renderer: Renderer, url: string, where: string) {
  const began = performance.now();
  let ended: string;
  try {
    const { verdict, isWhole } = await operation.run(renderer, url);
    assert.ok(isWhole || verdict !== 'complete', `${where}: said to be complete, and is not`);
    ended = verdict;
  } catch (error) {
    if (!(error instanceof RendererError)) throw new Error(`${where}: ${String(error)}`, { cause: error });
    assert.notEqual(error.code, 'internal', where);
    ended = error.verdict ?? error.code;
  }
  const milliseconds = performance.now() - began;
  // A response that is not a page may pause for as long as a render may take, from its beginning.
  const limit = operation.name.startsWith('file') ? 2 * TIMEOUT : TIMEOUT;
  assert.ok(milliseconds < limit + stretched(1_000), `${where}: ${ended} after ${Math.round(milliseconds)} ms`);
  return { ended, milliseconds };
}

/** A browser that does not report its start is waited for as long as a slow machine takes to start one. */
async function nextIsRight(
  operation: Operation,
  renderer: Renderer,
  url: string,
  where: string,
  method: string | undefined,
): Promise<void> {
  const end = performance.now() + 60_000;
  for (;;) {
    try {
      assert.deepEqual(await operation.run(renderer, url), { verdict: 'complete', isWhole: true }, where);
      return;
    } catch (error) {
      const mayWait = error instanceof RendererError && error.code === 'browser-unavailable';
      if (!mayWait || method !== 'Browser.getVersion' || performance.now() > end) {
        throw new Error(`${where}: ${String(error)}`, { cause: error });
      }
    }
  }
}

/** Folders of browsers of this process. */
export function foldersLeft(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`page-renderer-${process.pid}-`));
}
