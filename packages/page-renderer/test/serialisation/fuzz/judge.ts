/** Writes pages of random trees as HTML, parses the HTML again, and compares the elements. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Snapshot, SnapshotOptions } from '../../../dist/page/index.js';
import { SNAPSHOT } from '../../../dist/page/index.js';
import type { IsolatedWorld } from '../../../dist/devtools/isolated-world.js';
import { callInWorld, isolatedWorld } from '../../../dist/devtools/isolated-world.js';
import { differences, misplaced, readByParse5, withChanges } from './compare.ts';
import { compareContent } from './content.ts';
import type { Counts, Elements, Form, Parsed } from './count.ts';
import { readLive, readParsed } from './count.ts';
import { makeTrees, patchPage } from './make-trees.ts';

/** Trees of consecutive seeds are on a page of the same kind, so that a tree alone is judged as it was with others. */
export const OF_A_KIND = 40;

export const FORMS: readonly Form[] = ['flat', 'declarative', 'inline'];

/** A tree, in one form, that is not the same after parsing. */
export interface Finding {
  seeds: readonly number[];
  form: Form;
  parser: 'chromium' | 'parse5' | 'page';
  /** Elements that are missing (negative) or too many, by name; or what else is wrong. */
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
  async judge(seeds: readonly number[]): Promise<Judged> {
    const judged = await this.#together(seeds);
    if (judged.findings.length === 0 || seeds.length === 1) return judged;
    const findings: Finding[] = [];
    for (const seed of seeds) findings.push(...(await this.#together([seed])).findings);
    return { ...judged, findings: findings.length > 0 ? findings : judged.findings };
  }

  async #together(seeds: readonly number[]): Promise<Judged> {
    const kind = Math.floor((seeds[0] ?? 0) / OF_A_KIND);
    const selects = kind % 5 === 0;
    const [page, session] = [this.#page, this.#session];
    await page.goto('about:blank');
    await page.evaluate(() => {
      document.open();
      document.write('<!DOCTYPE html><title>trees</title><body>');
      document.close();
    });
    await page.evaluate(makeTrees, { seeds, selects, frames: kind % 3 === 0, outside: kind % 4 === 0 });
    const live = new Map<Form, Elements>();
    for (const form of FORMS) live.set(form, JSON.parse(await page.evaluate(readLive, form)) as Elements);
    const closed = await this.#objects('closedRoots');
    const frames = await this.#frames();
    if (kind % 7 === 0) await page.evaluate(patchPage);
    const judged: Judged = { findings: [], rules: {}, elements: 0 };
    const { frameTree } = await session.send('Page.getFrameTree');
    const world = await isolatedWorld(session as never, frameTree.frame.id);
    for (const form of FORMS) {
      const found = (parser: Finding['parser'], difference: Finding['difference']) => {
        judged.findings.push({ seeds, form, parser, difference });
      };
      const use = (rule: string, count: number) => {
        judged.rules[rule] = (judged.rules[rule] ?? 0) + count;
      };
      let taken: Taken;
      try {
        taken = await take(world, form, closed, form === 'inline' ? frames : []);
      } catch (error) {
        // If the browser has ended, this fails, too: it says nothing about the page.
        await session.send('Runtime.evaluate', { expression: '1' });
        found('page', String(error));
        continue;
      }
      for (const [rule, count] of Object.entries(taken.changes)) {
        use(rule.split(' ', 1)[0] ?? '', count);
      }
      const before = live.get(form) as Elements;
      const expected = withChanges(before.counts, taken.changes);
      judged.elements += Object.values(expected).reduce((sum, count) => sum + count, 0);
      const early = Object.entries(taken.changes).filter(([change]) => change.startsWith('closed-early '));
      const compare = (parser: Finding['parser'], parsed: Elements) => {
        const difference = differences(expected, parsed.counts);
        if (Object.keys(difference).length > 0) found(parser, difference);
        const moved = misplaced(
          before,
          parsed,
          early.reduce((sum, [, count]) => sum + count, 0),
        );
        if (moved !== undefined) found(parser, moved);
        const { wrong, rules } = compareContent(before, parsed, form, taken.changes);
        for (const what of wrong.slice(0, 3)) found(parser, what);
        if (parser === 'chromium') for (const [rule, count] of Object.entries(rules)) use(rule, count);
      };
      const parsed = JSON.parse(await this.#reader.evaluate(readParsed, taken.html)) as Parsed;
      compare('chromium', parsed);
      if (parsed.alive.length > 0) found('chromium', `alive: ${parsed.alive.join(', ')}`);
      // It implements the parser as it was before selects could contain more than options.
      if (!selects) compare('parse5', readByParse5(taken.html));
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
    sheets: {},
    blocked: [],
    isFrame,
  };
  const taken = await callInWorld<Snapshot>(world, SNAPSHOT, options, objectIds);
  if (taken.outcome !== 'done') throw new Error(taken.outcome);
  return taken;
}
