/** Each journey on each router: one cell of the table of `docs/client-routers.md` of policy-engine. A missing browser fails. */
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import type { BrowserKind } from '../../browsers/drive/browsers.ts';
import { Visitor } from '../../browsers/drive/visitor.ts';
import { CHROMIUM, OTHERS } from '../drive/browsers.ts';
import { Person } from '../drive/person.ts';
import { type Journey, JOURNEYS } from '../journeys/journeys.ts';
import { KNOWN } from '../journeys/known.ts';
import { type RouterKind, ROUTERS } from '../routers/routers.ts';
import { startSite } from '../site/site.ts';

const results = process.env['COMPAT_RESULTS'];

/** Takes a journey in a fresh profile. @returns the version of the browser */
async function take(kind: BrowserKind, router: RouterKind, { site: options, start, walk }: Journey): Promise<string> {
  await using site = await startSite(router, options);
  await using visitor = await Visitor.start(kind, site.url, start);
  await walk(new Person(visitor, site, router));
  return visitor.version;
}

for (const kind of [CHROMIUM, ...OTHERS]) {
  const journeys = kind === CHROMIUM ? JOURNEYS : JOURNEYS.filter(({ isShort }) => isShort === true);
  // They mostly wait.
  describe(kind.name, { concurrency: 3 }, () => {
    let version = 'not run';
    const passed = new Set<string>();
    after(() => {
      if (results === undefined) return;
      const browser = kind.name;
      for (const { name: journey } of journeys) {
        for (const { name: router, version: routerVersion } of ROUTERS) {
          const reason = reasonFor(browser, router, journey);
          const cell = {
            browser,
            version,
            router,
            routerVersion,
            journey,
            passed: passed.has(`${router}: ${journey}`),
            reason,
          };
          appendFileSync(results, `${JSON.stringify(cell)}\n`);
        }
      }
    });
    it('is installed', () => {
      assert.deepEqual(kind.missing, [], `install it with: ${kind.install}`);
    });
    if (kind.missing.length > 0) return;
    for (const router of ROUTERS) {
      for (const journey of journeys) {
        const cell = `${router.name}: ${journey.name}`;
        const reason = reasonFor(kind.name, router.name, journey.name);
        it(reason === undefined ? cell : `${cell} fails: ${reason}`, async () => {
          const taken = take(kind, router, journey);
          if (reason !== undefined) return assert.rejects(taken, 'it passes, and is still in known.ts');
          version = await taken;
          passed.add(cell);
        });
      }
    }
  });
}

function reasonFor(browser: string, router: string, journey: string): string | undefined {
  return KNOWN.find((one) => one.browser === browser && one.router === router && one.journey === journey)?.reason;
}
