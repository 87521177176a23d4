/** Downloads that scripts start with a link, in a browser where requests are counted as they are made. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { Budgets } from '../../dist/render/job/budgets.js';
import { interceptionFor } from '../../dist/render/navigation/interception.js';

test('a download of a page is counted once, and one that is the document of a frame is a document', async () => {
  for (const [startsDownloads, expected] of [
    [true, 1],
    [false, 0],
  ] as const) {
    const budgets = new Budgets({ requests: 9, bytes: 9, nodes: 9, redirects: 9, navigations: 9, memory: 9 } as never);
    const page = { id: 'page', isGated: false, startsDownloads, onRequest: () => {} };
    const parts = { gate: { patterns: () => [] }, requests: {}, budgets };
    const added = { own: {}, everywhere: {}, referrer: undefined };
    const rules = { blocked: [] };
    const interception = interceptionFor(rules as never, 'https://site.example', added, page as never, parts as never);
    const session = new EventEmitter();
    await interception.frame(session as never);
    const request = { url: 'https://site.example/frame' };
    session.emit('Network.requestWillBeSent', { type: 'Document', request });
    session.emit('Page.downloadWillBegin', request);
    session.emit('Page.downloadWillBegin', { url: 'https://site.example/file' });
    assert.equal(budgets.used.requests, expected);
  }
});
