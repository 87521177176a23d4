/** What people see, and what a browser without scripts shows of the rendered HTML: text and computed styles. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../testing/browser.ts';
import { showWithoutScripts, useBench } from '../support/rendering.ts';
import type { Seen } from './seen.ts';
import { COUNTED } from './counted.ts';
import { OVER } from './over.ts';
import { POLICY } from './policy.ts';
import { SHEETS } from './sheets.ts';
import { STATES } from './states.ts';

const bench = useBench();
let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

const SUBJECTS: Readonly<Record<string, Readonly<Record<string, Seen>>>> = {
  'states that only scripts bring about': STATES,
  'what is over the page, or has the focus': OVER,
  'selectors that count elements': COUNTED,
  'style sheets of other kinds, and in other states': SHEETS,
  'a policy in the HTML allows what was written, and nothing else': POLICY,
};

for (const [subject, cases] of Object.entries(SUBJECTS)) {
  describe(subject, { concurrency: 2 }, () => {
    for (const [name, { page: body, text, html, styles = {}, shadow, headers, sheets = {} }] of Object.entries(cases)) {
      test(name, async () => {
        const path = `/${encodeURIComponent(name)}`;
        bench.pages.set(path, `<!DOCTYPE html>${body}`);
        if (headers) bench.headers.set(path, headers);
        for (const [address, css] of Object.entries(sheets)) bench.pages.set(address, css);
        const shown = await showWithoutScripts(browser, bench, path, shadow);
        if (html) assert.match(shown.html, html);
        if (text !== undefined) assert.equal(shown.text, text, shown.html);
        for (const [selector, properties] of Object.entries(styles)) {
          for (const [property, value] of Object.entries(properties)) {
            const [element = '', pseudo] = selector.split(/(?=::)/);
            const actual = await shown.page
              .locator(element)
              .evaluate(
                (found, [of, name = '']) => getComputedStyle(found, of).getPropertyValue(name),
                [pseudo, property],
              );
            assert.equal(actual, value, `${property} of ${selector} in ${shown.html}`);
          }
        }
        await shown.page.context().close();
      });
    }
  });
}
