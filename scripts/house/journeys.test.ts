/** The table of journeys on client routers: as complete as its declarations, and no failure without a reason. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { JOURNEYS } from '../../compat/journeys/journeys/journeys.ts';
import { KNOWN } from '../../compat/journeys/journeys/known.ts';
import { ROUTERS } from '../../compat/journeys/routers/routers.ts';
import { between } from '../doc-table.ts';
import { JOURNEYS_PAGE } from '../journeys-table.ts';

const RERUN = 'npm run test:compat -- --journeys';
const page = readFileSync(JOURNEYS_PAGE, 'utf8');
const { start, end } = between(page, 'journeys');
const written = page.slice(start, end);
const [head = [], , ...rows] = written
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test('each journey has a cell for each router, in the version that is pinned', () => {
  assert.deepEqual(
    head.slice(2),
    ROUTERS.map(({ name, version }) => `${name} ${version}`.trim()),
    RERUN,
  );
  assert.deepEqual(
    rows.map(([journey, browsers]) => `${journey}: ${browsers}`),
    JOURNEYS.map(({ name, isShort }) => `${name}: ${isShort === true ? 'all' : 'Chromium'}`),
    RERUN,
  );
  assert.match(written, /^On \d+ \w+ \d{4}, in Chromium [\d.]+, Firefox [\d.]+ and WebKitGTK [\d.]+:$/m, RERUN);
});

test('what fails has its reason below the table, and nothing else is excepted', () => {
  const failures = rows.flatMap(([journey, , ...cells]) =>
    cells.flatMap((cell, index) => {
      assert.match(cell, /^(?:yes(?:, |$))?(?:\*\*not \w+\*\* \(\d+\)(?:, |$))*$/);
      assert.notEqual(cell, '');
      return [...cell.matchAll(/\*\*not (\w+)\*\* \((\d+)\)/g)].map(([, browser, number]) => {
        const [, reason] = new RegExp(`^${number}\\. (.+)$`, 'm').exec(written) ?? [];
        return { browser, router: ROUTERS[index]?.name, journey, reason };
      });
    }),
  );
  const order = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).toSorted();
  assert.deepEqual(
    order(failures),
    order(KNOWN.map(({ browser, router, journey, reason }) => ({ browser, router, journey, reason }))),
    RERUN,
  );
});
