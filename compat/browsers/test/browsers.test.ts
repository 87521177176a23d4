/** The journeys in each browser. A browser that is missing fails, with the command that installs it. */
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { BROWSERS } from '../drive/browsers.ts';
import { JOURNEYS } from '../drive/journeys.ts';
import { type Shop, startShop } from '../drive/shop.ts';
import { Visitor } from '../drive/visitor.ts';

const results = process.env['COMPAT_RESULTS'];

for (const kind of BROWSERS) {
  describe(kind.name, () => {
    let version = 'not run';
    const outcomes: Record<string, 'yes' | 'no' | 'not offered' | 'not run'> = {};
    for (const { name } of JOURNEYS) outcomes[name] = 'not run';
    after(() => {
      if (results === undefined) return;
      appendFileSync(results, `${JSON.stringify({ browser: kind.name, version, outcomes })}\n`);
    });
    it('is installed', () => {
      assert.deepEqual(kind.missing, [], `install it with: ${kind.install}`);
    });
    if (kind.missing.length > 0) return;
    let shop: Shop;
    before(async () => {
      shop = await startShop();
    });
    after(() => shop[Symbol.asyncDispose]());
    for (const { name, title, needs, start, walk } of JOURNEYS) {
      if (needs !== undefined && kind.lacks.includes(needs)) {
        outcomes[name] = 'not offered';
        it(`${name}: this browser does not offer ${needs}`, { skip: true }, () => undefined);
        continue;
      }
      it(`${name}: ${title}`, async () => {
        outcomes[name] = 'no';
        await using visitor = await Visitor.start(kind, shop.url, start);
        version = visitor.version;
        shop.requested();
        await walk(visitor, shop);
        outcomes[name] = 'yes';
      });
    }
  });
}
