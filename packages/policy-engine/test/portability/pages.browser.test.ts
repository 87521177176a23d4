/** "Your data" and the administrators' pages, on a phone and a desktop, with and without JavaScript. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { axeFindsInLightAndDark } from '../../../../testing/axe.ts';
import { follow, launchBrowser } from '../../../../testing/browser.ts';
import { testsAll } from '../../../../testing/rounds.ts';
import { openPage } from '../support/open-page.ts';
import { serveEngine } from '../support/served-engine.ts';
import { MINE, requestsEngine } from './requests-engine.ts';

/** Folder for screenshots for manual review, if any. */
const pictures = process.env['PICTURES'];

interface Visit {
  readonly origin: string;
  readonly anna: Page;
  readonly admin: Page;
  readonly look: (page: Page, name: string) => Promise<void>;
  readonly runDue: () => Promise<number>;
  readonly hasScript: boolean;
  readonly setTime: (time: string) => void;
  /** Lets the export continue after its first rows. */
  readonly goOn: () => void;
}

suite('a request in the browser', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
  });
  after(() => browser?.close());

  async function visit(name: string, options: BrowserContextOptions, walk: (visit: Visit) => Promise<void>) {
    const gate = Promise.withResolvers<void>();
    await using engine = await requestsEngine({
      portabilityRules: [
        {
          name: 'orders',
          async *collection() {
            for (let id = 1; id <= 3100; id += 1) {
              // Longer than the pause between two progress updates, so that there is one for the rows just before the gate.
              if (id === 1200) await sleep(700);
              if (id === 1301) await gate.promise;
              yield { id };
            }
          },
          count: () => 3100,
          per: 100,
        },
      ],
      logoutUrl: '/sign-out',
    });
    engine.setTime('2026-11-21T09:30:00Z');
    const server = await serveEngine(engine.test.engine);
    const origin = server.url;
    const complaints: string[] = [];
    const open = (user: string): Promise<Page> => openPage(browser, user, { complaints, ...options });
    const hasScript = options.javaScriptEnabled !== false;
    // axe checks the same on a phone, except for widths.
    const isPhone = options.viewport?.width === 390;
    const look = async (page: Page, shown: string): Promise<void> => {
      for (const colorScheme of pictures === undefined ? [] : (['light', 'dark'] as const)) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({
          path: path.join(pictures ?? '', `requests-${shown}-${name}-${colorScheme}.png`),
          fullPage: true,
        });
      }
      if (hasScript && !isPhone) assert.deepEqual(await axeFindsInLightAndDark(page), [], shown);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok((overflow as number) <= 0, `${shown} is ${String(overflow)} px too wide`);
    };
    const [anna, admin] = [await open('anna'), await open('admin')];
    try {
      const { setTime } = engine;
      const runDue = () => engine.test.engine.jobs.runDue();
      await walk({ hasScript, origin, anna, admin, look, runDue, setTime, goOn: gate.resolve });
      assert.deepEqual(
        complaints.filter((text) => !/status of 422/.test(text)),
        [],
      );
    } finally {
      gate.resolve();
      await anna.context().close();
      await admin.context().close();
      await server[Symbol.asyncDispose]();
    }
  }

  async function walk({ hasScript, origin, anna, admin, look, runDue, setTime, goOn }: Visit): Promise<void> {
    await anna.goto(`${origin}/policies${MINE}`);
    await look(anna, '01-nothing-yet');
    await admin.goto(`${origin}/policies/portability_requests`);
    await admin.getByText('No requests yet').waitFor();
    await look(admin, '02-all-none');
    await anna.getByRole('button', { name: 'Request your data' }).click();
    await anna.getByRole('heading', { name: 'We have received your request' }).waitFor();
    assert.match(await anna.getByRole('status').innerText(), /We have received your request/);
    // This engine sends no mail, and announces none.
    await anna.getByText('Come back to this page: your data will be available here.').waitFor();
    await look(anna, '03-pending');

    await admin.goto(`${origin}/policies/portability_requests`);
    await look(admin, '04-all-pending');
    await admin.getByRole('link', { name: 'anna@engine.test', exact: true }).click();
    await look(admin, '05-one-pending');
    await admin.getByRole('link', { name: 'Extend deadline' }).click();
    await admin.getByRole('button', { name: 'Extend deadline' }).click();
    await admin.getByText('Please correct these fields').waitFor();
    await look(admin, '06-extend-refused');
    await admin.getByLabel('Reason').fill('Your data is in many places, and we want to be complete.');
    await admin.getByRole('button', { name: 'Extend deadline' }).click();
    await follow(admin.getByRole('link', { name: 'Confirm and create the copy' }));
    await look(admin, '06-confirm');
    await admin.getByRole('button', { name: 'Confirm and create the copy' }).click();
    assert.match(await admin.getByRole('status').innerText(), /The export has started/);

    // The page of the person shows the progress, and in the end offers the file, without reloading.
    await anna.goto(`${origin}/policies${MINE}`);
    const running = runDue();
    await admin.reload();
    const figures = /1,\d{3} of about 3,100 records/;
    for (const page of [anna, admin]) {
      if (hasScript) await page.getByText(figures).waitFor();
      else
        for (let tries = 0; tries < 50 && (await page.getByText(figures).count()) === 0; tries += 1) {
          await page.getByRole('link', { name: 'Refresh' }).click();
        }
    }
    await look(anna, '07-progress');
    await look(admin, '08-one-progress');
    const pause = anna.getByRole('button', { name: 'Pause automatic updates' });
    assert.equal(await pause.isVisible(), hasScript);
    if (hasScript) await pause.click();
    goOn();
    await running;
    if (hasScript) {
      // WCAG 2.2.2: the page of the administrator is drawn again, and the paused one stays as it is.
      await admin.getByText('Completed', { exact: true }).first().waitFor();
      await anna.getByText(figures).waitFor();
      await anna.getByRole('button', { name: 'Resume automatic updates' }).click();
    }
    if (!hasScript) await anna.getByRole('link', { name: 'Refresh' }).click();
    await anna.getByRole('heading', { name: 'Your data is ready' }).waitFor();
    await look(anna, '09-completed');
    const link = await anna.getByRole('link', { name: 'Download your data' }).getAttribute('href');
    const file = await anna.context().request.get(origin + link);
    assert.equal(file.status(), 200);
    assert.equal((await file.body()).subarray(0, 2).toString(), 'PK');

    await follow(anna.getByRole('button', { name: 'Request your data' }));
    await look(anna, '10-centre');
    await follow(anna.getByRole('link', { name: 'Previous requests' }));
    await anna.getByRole('heading', { name: 'Previous requests' }).waitFor();
    await look(anna, '10-again');
    setTime('2027-01-03T09:30:00Z');
    await admin.goto(`${origin}/policies/portability_requests`);
    await admin.getByText('13 days overdue').waitFor();
    await look(admin, '11-all-overdue');
    await anna.goto(`${origin}/policies${MINE}`);
    await look(anna, '12-overdue');
    await admin.getByRole('link', { name: 'anna@engine.test', exact: true }).first().click();
    await admin.getByRole('link', { name: 'Deny' }).click();
    await admin
      .getByLabel('Reason')
      .fill('We can’t tell who you are.\nPlease write to us from the address of your account.');
    await look(admin, '13-deny');
    await admin.getByRole('button', { name: 'Deny' }).click();
    await anna.goto(`${origin}/policies${MINE}`);
    await anna.getByText('We can’t tell who you are.').waitFor();
    // Art. 12(4): with the reason, and where to complain.
    await anna.getByRole('heading', { name: 'Your request was denied' }).waitFor();
    await anna.getByText('You can complain to a data protection authority or go to court.').first().waitFor();
    await look(anna, '14-denied');
    await anna.getByRole('link', { name: 'Delete this request', exact: true }).first().click();
    await look(anna, '15-delete');
    await follow(anna.getByRole('button', { name: 'Delete' }));
    assert.equal(await anna.getByText('We can’t tell who you are.').count(), 0);
  }

  test('a person requests a copy and an administrator confirms it, on a desktop', () =>
    visit('desk', { viewport: { width: 1280, height: 900 } }, walk));
  if (testsAll)
    test('a person requests a copy and an administrator confirms it, on a phone', () =>
      visit('phone', { viewport: { width: 390, height: 844 } }, walk));
  test('a person requests a copy and an administrator confirms it, without JavaScript', () =>
    visit('plain', { viewport: { width: 1280, height: 900 }, javaScriptEnabled: false }, walk));
});
