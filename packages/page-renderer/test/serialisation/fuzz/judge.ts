/** Writes pages of random trees as HTML, parses the HTML again, and compares the numbers of elements. */
import { parse } from 'parse5';
import type { DefaultTreeAdapterMap } from 'parse5';
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Snapshot, SnapshotOptions } from '../../../dist/page/index.js';
import { SNAPSHOT } from '../../../dist/page/index.js';
import type { IsolatedWorld } from '../../../dist/render/isolated-world.js';
import { callInWorld, isolatedWorld } from '../../../dist/render/isolated-world.js';
import type { Counts, Form } from './count.ts';
import { countLive, countParsed } from './count.ts';
import { makeTrees, patchPage } from './make-trees.ts';

export const FORMS: readonly Form[] = ['flat', 'declarative', 'inline'];

/** A tree, in one form, that is not the same after parsing. */
export interface Finding {
  seeds: readonly number[];
  form: Form;
  parser: 'chromium' | 'parse5' | 'page';
  /** Elements that are missing (negative) or too many, by name; or what is wrong. */
  difference: Counts | string;
}

/** The result of one page of trees. */
export interface Judged {
  findings: Finding[];
  /** How often each rule was used. */
  rules: Counts;
  elements: number;
}

type Taken = Extract<Snapshot, { outcome: 'done' }>;

/** A page to make trees in, and a page to parse in. */
export class Judge implements AsyncDisposable {
  readonly #page: Page;
  readonly #reader: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, reader: Page, session: CDPSession) {
    this.#page = page;
    this.#reader = reader;
    this.#session = session;
  }

  static async open(browser: Pick<Browser, 'newPage'>): Promise<Judge> {
    const [page, reader] = [await browser.newPage(), await browser.newPage()];
    return new Judge(page, reader, await page.context().newCDPSession(page));
  }

  /** Judges a page with a tree for each seed; if something is wrong, each tree on a page of its own. */
  async judge(seeds: readonly number[], first = seeds[0] ?? 0): Promise<Judged> {
    const judged = await this.#together(seeds, first);
    if (judged.findings.length === 0 || seeds.length === 1) return judged;
    const findings: Finding[] = [];
    for (const seed of seeds) findings.push(...(await this.#together([seed], first)).findings);
    return { ...judged, findings: findings.length > 0 ? findings : judged.findings };
  }

  /** @param first decides what is special about the page */
  async #together(seeds: readonly number[], first: number): Promise<Judged> {
    const group = Math.floor(first / 10);
    const selects = group % 5 === 0;
    const [page, session] = [this.#page, this.#session];
    await page.goto('about:blank');
    await page.evaluate(() => {
      document.open();
      document.write('<!DOCTYPE html><title>trees</title><body>');
      document.close();
    });
    await page.evaluate(makeTrees, { seeds, selects, frames: group % 3 === 0 });
    const live = new Map<Form, Counts>();
    for (const form of FORMS) live.set(form, await page.evaluate(countLive, form));
    const closed = await this.#objects('closedRoots');
    const frames = await this.#frames();
    if (group % 7 === 0) await page.evaluate(patchPage);
    const judged: Judged = { findings: [], rules: {}, elements: 0 };
    const { frameTree } = await session.send('Page.getFrameTree');
    const world = await isolatedWorld(session as never, frameTree.frame.id);
    for (const form of FORMS) {
      const found = (parser: Finding['parser'], difference: Finding['difference']) => {
        judged.findings.push({ seeds, form, parser, difference });
      };
      let taken: Taken;
      try {
        taken = await take(world, form, closed, form === 'inline' ? frames : []);
      } catch (error) {
        found('page', String(error));
        continue;
      }
      for (const [rule, count] of Object.entries(taken.changes)) {
        const [name = ''] = rule.split(' ');
        judged.rules[name] = (judged.rules[name] ?? 0) + count;
      }
      const expected = withChanges(live.get(form) ?? {}, taken.changes);
      judged.elements += Object.values(expected).reduce((sum, count) => sum + count, 0);
      const parsed = await this.#reader.evaluate(countParsed, taken.html);
      const byChromium = differences(expected, parsed.counts);
      if (Object.keys(byChromium).length > 0) found('chromium', byChromium);
      if (parsed.alive.length > 0) found('chromium', `alive: ${parsed.alive.join(', ')}`);
      // It implements the parser as it was before selects could contain more than options.
      const byParse5 = selects ? {} : differences(expected, countByParse5(taken.html));
      if (Object.keys(byParse5).length > 0) found('parse5', byParse5);
    }
    const ran = (await session.send('Runtime.evaluate', { expression: 'window.ran' })).result.value as number;
    if (ran > 0)
      judged.findings.push({ seeds, form: 'flat', parser: 'page', difference: `code of the page ran: ${ran}` });
    return judged;
  }

  /** The elements of an array of the window, as nodes of the browser. */
  async #objects(name: string): Promise<number[]> {
    const session = this.#session;
    const { result } = await session.send('Runtime.evaluate', { expression: name });
    const { result: properties } = await session.send('Runtime.getProperties', {
      objectId: result.objectId as string,
      ownProperties: true,
    });
    const ids = properties.flatMap(({ name: key, value }) =>
      /^\d+$/.test(key) && value?.objectId ? [value.objectId] : [],
    );
    const described = ids.map(
      async (objectId) => (await session.send('DOM.describeNode', { objectId })).node.backendNodeId,
    );
    return Promise.all(described);
  }

  /** The frames of the generator, with their content. */
  async #frames(): Promise<Array<{ node: number; html: string }>> {
    const session = this.#session;
    const { frameTree } = await session.send('Page.getFrameTree');
    const frames: Array<{ node: number; html: string }> = [];
    await session.send('DOM.enable');
    for (const { frame } of frameTree.childFrames ?? []) {
      const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId: frame.id });
      const { node } = await session.send('DOM.describeNode', { backendNodeId });
      if (!node.attributes?.some((value) => value.includes('in <b>frame'))) continue;
      const world = await isolatedWorld(session as never, frame.id);
      const { html } = await take(world, 'flat', [], [], true);
      frames.push({ node: backendNodeId, html });
    }
    await session.send('DOM.disable');
    return frames;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#page.close();
    await this.#reader.close();
  }
}

async function take(
  world: IsolatedWorld,
  form: Form,
  closed: readonly number[],
  frames: ReadonlyArray<{ node: number; html: string }>,
  isFrame = false,
): Promise<Taken> {
  const nodes = [...closed, ...frames.map(({ node }) => node)].map(async (backendNodeId) => {
    const asked = { backendNodeId, executionContextId: world.contextId };
    // What is in a template is part of another document.
    const resolved = await world.session.send('DOM.resolveNode', asked).catch(() => undefined);
    return resolved?.object.objectId;
  });
  const objectIds = (await Promise.all(nodes)).filter((objectId) => objectId !== undefined);
  const options: SnapshotOptions = {
    shadow: form === 'declarative' ? 'declarative' : 'flat',
    servedUrl: 'http://trees.test/',
    limit: 1e8,
    chunk: 1e8,
    counted: null,
    room: { each: 0, all: 0 },
    time: 1_000,
    frames: frames.map(({ html }) => html),
    isFrame,
  };
  const taken = await callInWorld<Snapshot>(world, SNAPSHOT, options, objectIds);
  if (taken.outcome !== 'done') throw new Error(taken.outcome);
  return taken;
}

/** The expected elements after the rules were applied that change elements. */
export function withChanges(live: Counts, changes: Counts): Counts {
  const expected = { ...live };
  const add = (name: string | undefined, count: number) => {
    if (name !== undefined && !name.startsWith('#')) expected[name] = (expected[name] ?? 0) + count;
  };
  for (const [change, count] of Object.entries(changes)) {
    const [rule, name, other] = change.split(' ');
    if (rule === 'table-parts') add(name, count);
    if (rule === 'left-out' || rule === 'head-content' || rule === 'renamed') add(name, -count);
    if (rule === 'renamed') add(other, count);
  }
  return expected;
}

/** Style sheets are merged, and a parser fills `<selectedcontent>` itself: these elements are not compared. */
export function differences(expected: Counts, parsed: Counts): Counts {
  const found: Counts = {};
  for (const name of new Set([...Object.keys(expected), ...Object.keys(parsed)])) {
    const difference = (parsed[name] ?? 0) - (expected[name] ?? 0);
    if (difference !== 0 && name !== 'style' && name !== 'kbd') found[name] = difference;
  }
  return found;
}

type Node5 = DefaultTreeAdapterMap['node'];

function countByParse5(html: string): Counts {
  const counts: Counts = {};
  const waiting: Node5[] = [parse(html)];
  let body: Node5 | undefined;
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.nodeName === 'body' && !body) {
      // Only what is in it is counted.
      body = node;
      waiting.length = 0;
    } else if (body && 'tagName' in node) {
      const kind = { 'http://www.w3.org/2000/svg': 'svg:', 'http://www.w3.org/1998/Math/MathML': 'math:' }[
        node.namespaceURI as string
      ];
      counts[`${kind ?? ''}${node.tagName}`] = (counts[`${kind ?? ''}${node.tagName}`] ?? 0) + 1;
    }
    if ('childNodes' in node) waiting.push(...node.childNodes);
    if ('content' in node) waiting.push(node.content);
  }
  return counts;
}
