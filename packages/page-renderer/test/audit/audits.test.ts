/** Audits of sites with planted faults: what is found, their limits, and their end. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { listening } from '../../../../testing/listening.ts';
import { startSite } from '../support/site.ts';
import { KINDS, plantSite } from './site.ts';
import { ended, findingsOf, NEED_A_BROWSER, specOf, startAudits } from './support.ts';

const folders: string[] = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));
function ownFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'audits-'));
  folders.push(folder);
  return folder;
}

const FAULTS = 2;
const planted = plantSite((kind) => (NEED_A_BROWSER.has(kind) ? 0 : FAULTS), KINDS.length * FAULTS * 4);

/** The planted site, and which paths were requested. */
async function startPlanted(): Promise<{ url: string; requests: string[] } & AsyncDisposable> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    planted.handler(request, response);
  });
  const { url, [Symbol.asyncDispose]: close } = await listening(server, '127.0.0.1');
  return { url, requests, [Symbol.asyncDispose]: close };
}

/** A page that links to others. */
const page = (title: string, ...links: readonly string[]) =>
  `<!doctype html><html lang="en"><title>${title}</title><p>Text of ${title}, which no other page has.</p>${links
    .map((href) => `<a href="${href}">${href}</a>`)
    .join(' ')}`;

describe('an audit', () => {
  test('finds all planted faults and none of their twins, and the same in the next run', async () => {
    await using site = await startPlanted();
    const audits = startAudits(site.url, ownFolder());
    const reports = [];
    for (const since of [false, true]) {
      const audit = await ended(audits, await audits.begin(specOf(`${site.url}/`)));
      assert.deepEqual(
        [audit.phase, audit.failed, audit.isCut, audit.forbidden],
        ['done', 0, false, 1],
        audit.reason ?? '',
      );
      assert.deepEqual(await findingsOf(audits, audit, site.url), planted.expected);
      assert.deepEqual(audit.change && [audit.change.added, audit.change.gone], since ? [0, 0] : null);
      const { findings = [] } = (await audits.report(audit.id)) ?? {};
      reports.push(JSON.stringify(findings.map(({ kind, url, sentence, says }) => [kind, url, sentence, says])));
    }
    assert.equal(reports[0], reports[1]);
    await audits.close();
  });

  test('continues after its process was killed, and visits no page again that it had visited', async () => {
    await using site = await startPlanted();
    const folder = ownFolder();
    const killed = fork(path.join(import.meta.dirname, 'killed.ts'), [site.url, folder]);
    const exit = once(killed, 'exit');
    let visited = 0;
    killed.on('message', (number) => {
      visited = Number(number);
      if (visited >= 30) killed.kill('SIGKILL');
    });
    assert.deepEqual(await exit, [null, 'SIGKILL']);
    const before = site.requests.length;
    assert.ok(before < planted.pages, `${before} requests`);
    const audits = startAudits(site.url, folder);
    audits.start();
    const [audit] = await audits.list();
    const over = await ended(audits, audit!);
    assert.equal(over.phase, 'done', over.reason ?? '');
    assert.deepEqual(await findingsOf(audits, over, site.url), planted.expected);
    const pages = site.requests.filter((one) => !/robots|sitemap|missing/.test(one));
    // What was being visited, and what was not stored yet, is visited again.
    assert.ok(
      pages.length - new Set(pages).size <= 8,
      `${pages.length - new Set(pages).size} pages were visited again`,
    );
    await audits.close();
  });

  test('says what is new and what is gone since the last one of the same site', async () => {
    let isMended = false;
    await using site = await startSite({
      '/': (_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' });
        response.end(isMended ? page('Start', '/b', '/c') : page('Start', '/a', '/b'));
      },
      '/b': page('B', '/nowhere'),
      '/c': page('C', '/nowhere-else'),
    });
    const audits = startAudits(site.url, ownFolder());
    const first = await ended(audits, await audits.begin(specOf(`${site.url}/`)));
    assert.deepEqual(await findingsOf(audits, first, site.url), ['broken-links /', 'broken-links /b']);
    isMended = true;
    const next = await ended(audits, await audits.begin(specOf(`${site.url}/`)));
    assert.deepEqual(next.change, { since: first.id, added: 1, gone: 1 });
    const { findings, gone } = (await audits.report(next.id))!;
    assert.deepEqual(
      findings.map(({ url, change }) => [url.replace(site.url, ''), change]),
      [
        ['/b', 'same'],
        ['/c', 'new'],
      ],
    );
    assert.deepEqual(
      gone.map(({ url }) => url.replace(site.url, '')),
      ['/'],
    );
    await audits.close();
  });

  test('visits the same pages each time within its limits, and says that there are more', async () => {
    const pages: Record<string, string> = { '/': page('Start', '/1', '/2', '/3') };
    for (const one of ['1', '2', '3']) {
      pages[`/${one}`] = page(one, ...Array.from({ length: 5 }, (_, index) => `/${one}/${index}`));
    }
    await using site = await startSite({ ...pages, '*': page('Deep') });
    const audits = startAudits(site.url, ownFolder());
    const visitedWith = async (more: object) => {
      const begun = site.requests.length;
      const audit = await ended(audits, await audits.begin(specOf(`${site.url}/`, { from: 'links', ...more })));
      const visited = site.requests.slice(begun).filter((one) => !/robots|missing/.test(one));
      return { isCut: audit.isCut, visited: [...new Set(visited)].toSorted() };
    };
    assert.deepEqual(await visitedWith({ depth: 1 }), { isCut: true, visited: ['/', '/1', '/2', '/3'] });
    const seven = { isCut: true, visited: ['/', '/1', '/1/0', '/1/1', '/1/2', '/2', '/3'] };
    assert.deepEqual(await visitedWith({ pages: 7 }), seven);
    assert.equal((await visitedWith({})).isCut, false);
    await audits.close();
  });

  test('that may not visit anything, or cannot, has failed and says why', async () => {
    await using closed = await startSite({
      '/robots.txt': (_, response) => void response.end('User-agent: *\nDisallow: /'),
    });
    await using silent = await startSite({ '/robots.txt': (_, response) => void response.writeHead(500).end() });
    const audits = startAudits(closed.url, ownFolder());
    const forbidden = await ended(audits, await audits.begin(specOf(`${closed.url}/`)));
    assert.deepEqual([forbidden.phase, forbidden.visited], ['failed', 0]);
    assert.match(forbidden.reason ?? '', /^robots\.txt of 127\.0\.0\.1:\d+ forbids all addresses; allow it there with/);
    const unknown = await ended(audits, await audits.begin(specOf(`${silent.url}/`)));
    assert.match(unknown.reason ?? '', /robots\.txt was answered 500$/);
    assert.deepEqual(
      closed.requests.filter((one) => !/robots|sitemap/.test(one)),
      [],
    );
    // Nobody listens there.
    const none = await ended(audits, await audits.begin(specOf('http://127.0.0.1:1/')));
    assert.equal(none.phase, 'failed');
    await audits.close();
  });

  test('can be cancelled, and leaves the next one to run', async () => {
    await using site = await startSite({ '/': page('Start', '/slow'), '/slow': () => {} });
    await using other = await startSite({ '/': page('Other') });
    const audits = startAudits(site.url, ownFolder());
    const slow = await audits.begin(specOf(`${site.url}/`));
    const next = await audits.begin(specOf(`${other.url}/`));
    assert.equal((await audits.begin(specOf(`${other.url}/`))).id, next.id, 'it is the same audit');
    assert.equal((await audits.cancel(slow.id))?.phase, 'cancelled');
    assert.equal((await ended(audits, next)).phase, 'done');
    await audits.close();
  });

  test('stays on its hosts, and follows neither what is nofollow nor what is not the web', async () => {
    await using other = await startSite({ '*': page('Other') });
    const links = [`${other.url}/`, 'mailto:a@example.com', 'javascript:alert(1)', 'http://user:pass@127.0.0.1/'];
    const quiet = '<a rel="nofollow" href="/logout">Sign out</a>';
    await using site = await startSite({ '/': page('Start', ...links, '#top', '') + quiet, '/logout': page('Out') });
    const audits = startAudits(site.url, ownFolder());
    const audit = await ended(audits, await audits.begin(specOf(`${site.url}/`)));
    assert.deepEqual([audit.visited, await findingsOf(audits, audit, site.url)], [1, []]);
    assert.deepEqual(other.requests, []);
    const host = new URL(other.url).host;
    const both = await ended(audits, await audits.begin(specOf(`${site.url}/`, { hosts: [host] })));
    assert.equal(both.visited, 2);
    await audits.close();
  });

  test('requests links to other hosts only if it is told to, each once, and within their robots.txt', async () => {
    await using other = await startSite(
      {
        '/robots.txt': (_, response) => void response.end('User-agent: *\nDisallow: /private'),
        '/here': page('Here'),
      },
      '127.0.0.2',
    );
    const links = ['/here', '/gone', '/gone#b', '/private'].map((one) => other.url + one);
    await using site = await startSite({ '/': page('Start', '/a', ...links), '/a': page('A', links[1]!) });
    const audits = startAudits(site.url, ownFolder());
    const plain = await ended(audits, await audits.begin(specOf(`${site.url}/`)));
    assert.deepEqual([await findingsOf(audits, plain, site.url), other.requests], [[], []]);
    const whole = await ended(audits, await audits.begin(specOf(`${site.url}/`, { externalLinks: true })));
    assert.deepEqual(await findingsOf(audits, whole, site.url), ['broken-links /', 'broken-links /a']);
    const { findings = [] } = (await audits.report(whole.id)) ?? {};
    assert.deepEqual(findings[0]?.says, [{ place: 'link, it is answered 404', value: `${other.url}/gone` }]);
    assert.deepEqual(other.requests, ['/robots.txt', '/gone', '/here']);
    await audits.close();
  });
});
