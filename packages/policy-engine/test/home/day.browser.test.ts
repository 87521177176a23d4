/** Ten journeys of an officer's day, by keyboard alone, on each database. Takes long: part of `npm run test:long`. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Database, PolicyEngineOptions } from 'policy-engine';
import type { TestRule } from 'policy-engine/testing';
import { launchBrowser } from '../../../../testing/browser.ts';
import type { Listening } from '../../../../testing/listening.ts';
import { stretched } from '../../../../testing/load.ts';
import { addPerson, findUser, makeShop, RULES, shopEngine, type ShopEngine } from '../erasure/shop.ts';
import { forEachDatabase } from '../support/databases.ts';
import { serveEngine } from '../support/served-engine.ts';

const PEOPLE = ['anna', 'ben', 'carla', 'dora', 'emil', 'fritz'] as const;
/** More stops than any page of the panel has. */
const MOST_STOPS = 250;

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser?.close());

const options = (database: Database): Partial<PolicyEngineOptions<TestRule>> => ({
  rules: [
    { name: 'cookie', label: 'Cookies', sessionless: true },
    { name: 'age', label: 'Age' },
    { name: 'privacy_terms', label: 'Terms' },
  ],
  dataRules: RULES,
  portabilityRules: [{ name: 'profile', member: (user: { id: string }) => ({ id: user.id }) }],
  userResource: {
    find: (id: string) => findUser(database, id),
    search: async (text: string) => {
      const found = await Promise.all(PEOPLE.map((id) => findUser(database, id)));
      return found.filter((user) => user !== null && user.email.includes(text));
    },
  },
  writeLimit: false,
});

/** What happened before the day begins. */
async function fill({ test: host }: ShopEngine): Promise<void> {
  const admin = host.as('admin');
  for (const rule of ['cookie', 'age']) {
    const text = { description: `# ${rule}\n\nOne.`, state: 'published' };
    const { status } = await admin.json('POST', `/policies/categories/${rule}/terms.json`, text);
    assert.equal(status, 201);
  }
  for (const [index, id] of PEOPLE.entries()) {
    const verb = index % 3 === 0 ? 'reject' : 'accept';
    await host.as(id).json('PUT', `/policies/user_terms/cookie/${verb}.json`);
    const kind = index < 3 ? 'user_portability_requests' : 'user_erasure_requests';
    const { status } = await host.as(id).json('POST', `/policies/${kind}.json`, {});
    assert.equal(status, 201, id);
  }
}

/** An administrator without a mouse. */
/** What of a page's globals is read in it. */
interface Focused {
  readonly document: { readonly activeElement: unknown };
}

class Officer {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(path: string): Promise<void> {
    await this.page.goto(`/policies${path}`);
  }

  /** Moves the focus forward until it is there. */
  async reach(target: Locator): Promise<void> {
    const wanted = await target.first().elementHandle();
    assert.ok(wanted !== null);
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      if (await wanted.evaluate((element) => element === (globalThis as unknown as Focused).document.activeElement))
        return;
      await this.page.keyboard.press('Tab');
    }
    assert.fail(`the keyboard does not reach ${target.toString()} on ${this.page.url()}`);
  }

  /** Presses a key that leads to another page. */
  async leave(key: string): Promise<void> {
    await Promise.all([this.page.waitForEvent('load'), this.page.keyboard.press(key)]);
  }

  async follow(name: string | RegExp): Promise<void> {
    await this.reach(this.page.getByRole('main').getByRole('link', { name, exact: typeof name === 'string' }));
    await this.leave('Enter');
  }

  async press(name: string): Promise<void> {
    await this.reach(this.page.getByRole('main').getByRole('button', { name, exact: true }));
    await this.leave('Enter');
  }

  async write(label: string, text: string): Promise<void> {
    await this.reach(this.page.getByLabel(label));
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.insertText(text);
  }

  /** Chooses in a list by the first letters. */
  async choose(label: string, text: string): Promise<void> {
    await this.reach(this.page.getByLabel(label));
    await this.page.keyboard.type(text);
  }

  /** Moves through the rows of a list until one has the focus. */
  async row(text: string): Promise<void> {
    for (let rows = 0; rows < 60; rows += 1) {
      await this.page.keyboard.press('j');
      const focused = await this.page.evaluate<string>('document.activeElement.textContent');
      if (focused.includes(text)) return;
    }
    assert.fail(`no row with ${text}`);
  }

  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByRole('main').getByText(text).first().waitFor();
  }

  heading(): Promise<string> {
    return this.page.locator('h1').innerText();
  }
}

for (const dialect of ['sqlite', 'postgres', 'mysql'] as const) {
  forEachDatabase((target) => {
    describe("an officer's day", () => {
      let shop: ShopEngine;
      let served: Listening;
      let officer: Officer;
      before(async () => {
        const database = await target.open();
        await makeShop(database);
        for (const id of PEOPLE) await addPerson(database, id, { orders: 2, visits: 2 });
        shop = await shopEngine(database, options(database));
        await fill(shop);
        served = await serveEngine(shop.engine);
        const context = await browser.newContext({
          baseURL: served.url,
          locale: 'en',
          viewport: { width: 1280, height: 800 },
          extraHTTPHeaders: { 'x-test-user': 'admin' },
        });
        context.setDefaultTimeout(stretched(30_000));
        officer = new Officer(await context.newPage());
      });
      after(async () => {
        await officer?.page.context().close();
        await served?.[Symbol.asyncDispose]();
        await shop?.engine.stop();
      });

      test('1: from the home page to the requests that it counts', async () => {
        await officer.open('/');
        await officer.page.keyboard.press('Tab');
        await officer.page.keyboard.press('Enter');
        await officer.follow('All open requests: 6');
        await officer.sees('Results: 6');
      });

      test('2: a person is found from anywhere, and their page says what they decided', async () => {
        await officer.open('/audit');
        await officer.page.keyboard.press('/');
        await officer.page.keyboard.type('dora');
        await officer.leave('Enter');
        await officer.follow(/dora@/);
        assert.match(await officer.heading(), /dora/);
        await officer.sees('Cookies');
      });

      test('3: an access request is opened from the list and confirmed', async () => {
        await officer.open('/requests');
        await officer.row('anna@');
        await officer.leave('Enter');
        assert.match(await officer.heading(), /Access request from .*anna@/);
        await officer.follow('Confirm and create the copy');
        await officer.press('Confirm and create the copy');
        await officer.sees('Confirmed. The export has started.');
      });

      test('4: the next one is denied with a template for its reason', async () => {
        await officer.open('/requests');
        await officer.row('ben@');
        await officer.leave('Enter');
        await officer.follow('Deny');
        const template = officer.page.getByRole('main').locator('a[href*="template="]');
        await officer.reach(template);
        await officer.leave('Enter');
        const written = await officer.page.getByLabel('Reason').inputValue();
        assert.ok(written.length > 40);
        await officer.press('Deny');
        await officer.open('/requests?state=closed');
        await officer.row('ben@');
        await officer.sees('Denied');
      });

      test('5: an erasure is put on hold, and the hold ends', async () => {
        await officer.open('/requests?kind=erasure');
        await officer.row('dora@');
        await officer.leave('Enter');
        await officer.follow('Put on hold');
        await officer.write('Reason', 'A claim is open.');
        await officer.press('Put on hold');
        await officer.sees('On hold');
        await officer.follow('End hold');
        await officer.press('End hold');
        await officer.sees('The hold has ended.');
      });

      test('6: two requests are selected and their deadlines extended at once', async () => {
        await officer.open('/requests');
        for (const person of ['carla@', 'emil@']) {
          await officer.row(person);
          await officer.page.keyboard.press('x');
        }
        await officer.page.getByText('Selected: 2').waitFor();
        await officer.page.keyboard.press('Home');
        await officer.reach(officer.page.getByRole('button', { name: 'Extend deadline', exact: true }));
        await officer.leave('Enter');
        await officer.write('Reason', 'Many documents.');
        await officer.press('Extend deadlines (2)');
        await officer.sees('Extended: 2');
      });

      test('7: a text is written, and published with a note for those who are asked again', async () => {
        await officer.open('/categories/cookie');
        await officer.follow('Write new version');
        const source = officer.page.getByRole('button', { name: 'Markdown source' });
        await source.waitFor();
        await officer.reach(source);
        await officer.page.keyboard.press('Enter');
        await officer.write('Policy text', '# Cookies\n\nTwo.');
        await officer.press('Save as draft');
        await officer.follow('Publish');
        await officer.write('What changed', 'Two takes the place of one.');
        await officer.press('Save and continue');
        await officer.press('Publish');
        await officer.sees('Published. This text is now in force.');
      });

      test('8: the decisions behind a number are listed, filtered, sorted, and one receipt is read', async () => {
        await officer.open('/categories/cookie');
        const accepted = officer.page.locator('a[href*="version=1&decision=accepted"]');
        assert.equal(await accepted.first().innerText(), '4');
        await officer.reach(accepted);
        await officer.leave('Enter');
        await officer.sees('Results: 4');
        await officer.choose('Decision', 'Rej');
        await officer.press('Apply');
        await officer.sees('Results: 2');
        await officer.follow('Time');
        assert.match(officer.page.url(), /sort=at/);
        await officer.follow(/fritz@|dora@|anna@/);
        await officer.sees('Rejected');
      });

      test('9: a template is deleted by mistake, and is there again after undo', async () => {
        await officer.open('/requests/templates?locale=en');
        const remove = officer.page.getByRole('main').getByRole('button', { name: /^Delete: / });
        const name = (await remove.first().getAttribute('aria-label')) ?? '';
        await officer.reach(remove);
        await officer.leave('Enter');
        await officer.sees('Template deleted.');
        assert.equal(await officer.page.getByRole('button', { name, exact: true }).count(), 0);
        await officer.press('Undo');
        await officer.sees('Undone: it is there again.');
        assert.equal(await officer.page.getByRole('button', { name, exact: true }).count(), 1);
      });

      test('10: a view of a list is saved, opened again, and the day ends in the log of what was done', async () => {
        await officer.open('/requests?state=all&kind=portability');
        const views = officer.page.locator('summary').filter({ hasText: /^Views/ });
        await officer.reach(views);
        await officer.page.keyboard.press('Enter');
        await officer.write('Name of this view', 'Copies');
        await officer.press('Save view');
        await officer.open('/requests');
        await officer.reach(officer.page.locator('summary').filter({ hasText: /^Views/ }));
        await officer.page.keyboard.press('Enter');
        await officer.follow('Copies');
        await officer.sees('Results: 3');
        await officer.open('/audit');
        const log = await officer.page.getByRole('table').getByRole('rowheader').allInnerTexts();
        assert.ok(log.length >= 8, log.join(', '));
      });
    });
  }, dialect);
}
