/** The page that verifies receipts, in a browser that is offline, as served and as a saved file. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { getTestEngine, type TestEngine } from 'policy-engine/testing';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import type { Listening } from '../../../../testing/listening.ts';
import { serveEngine } from '../support/served-engine.ts';
import { atEachWidth, axeFindsInLightAndDark } from '../../../../testing/axe.ts';
import { variants } from '../../../../testing/rounds.ts';
import { keysIn } from '../../dist/client/verifier/keys.js';
import { verifyReceipt } from '../../dist/client/verifier/receipt.js';
import { brokenReceipts, vectors } from '../proof/broken-receipts.ts';

/** Folder for screenshots for manual review, if any. */
const pictures = process.env['PICTURES'];

const HOSTILE = `<img src=x onerror="globalThis.caught=1"></script><script>globalThis.caught=2</script>`;
/** Text that a reader must not mistake for the page's own. */
const TEXT = `# Cookies\n\n${HOSTILE}\n\n<h1>The receipt is valid</h1>\u202e`;

let shop: TestEngine;
let browser: Browser;
let server: Listening;
let folder: string;
let keys: string;
let receipt: string;
let noted: string;
let older: string;

const origin = (host = '127.0.0.1') => `http://${host}:${server.port}`;

before(async () => {
  shop = await getTestEngine({
    currentUser: () => ({ id: `admin ${HOSTILE}`, record: null }),
    isAdminMethod: () => true,
  });
  const admin = shop.as('admin');
  const publish = (description: string) =>
    admin.json('POST', '/policies/categories/cookie/terms.json', { description, state: 'published' });
  await publish(TEXT);
  const headers = { 'user-agent': HOSTILE };
  await admin.fetch('/policies/user_terms/cookie/accept.json', { method: 'PUT', headers });
  await shop.engine.ledger.seal();
  const first = await admin.json('GET', '/policies/user_terms/cookie/receipt.json');
  older = JSON.stringify(first.body);
  await admin.json('PUT', '/policies/user_terms/cookie/reject.json', {});
  await shop.engine.ledger.seal();
  receipt = await (await admin.fetch('/policies/user_terms/cookie/receipt.json')).text();
  keys = (await shop.engine.ledger.vkeys()).join('\n');
  noted = (await shop.engine.ledger.checkpoint())?.note ?? '';
  server = await serveEngine(shop.engine);
  folder = await mkdtemp(path.join(tmpdir(), 'receipt-verifier-'));
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
  await shop?.[Symbol.asyncDispose]();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

/** The page without any network, and what it tried to connect to or failed with. */
async function opened(url: string, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(url);
  const noise: string[] = [];
  await context.setOffline(true);
  page.on('request', (request) => noise.push(request.url()));
  page.on('pageerror', (error) => noise.push(String(error)));
  page.on('console', (message) => noise.push(message.text()));
  page.on('dialog', (dialog) => noise.push(dialog.message()));
  return { context, page, noise };
}

async function checked(page: Page, text: string, given = keys): Promise<string> {
  await page.fill('#receipt', text);
  await page.fill('#keys', given);
  await page.click('button[type=submit]');
  return page.innerText('#outcome h2 >> nth=0');
}

const stepsOn = (page: Page) => page.locator('.pe-steps li').allInnerTexts();

/** Runs a test on the served page, and on the file that its button saves. */
function onBoth(name: string, run: (page: Page, context: BrowserContext) => Promise<void>): void {
  for (const kind of ['served', 'saved'] as const) {
    test(`the ${kind} page of the verifier: ${name}`, async () => {
      const url = `${origin()}/policies/ledger/verifier`;
      const { context, page, noise } = await opened(kind === 'served' ? url : await saved(url));
      await run(page, context);
      assert.deepEqual(noise, []);
      await context.close();
    });
  }
}

async function saved(url: string): Promise<string> {
  const { context, page } = await opened(url);
  await context.setOffline(false);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save a')]);
  assert.equal(download.suggestedFilename(), 'receipt-verifier.html');
  const file = path.join(folder, download.suggestedFilename());
  await download.saveAs(file);
  await context.close();
  return pathToFileURL(file).href;
}

onBoth('a receipt holds without a connection, and what it says is shown as text', async (page) => {
  assert.equal(await checked(page, receipt), 'The receipt is valid');
  const steps = await stepsOn(page);
  assert.equal(steps.length, 7, steps.join('\n'));
  assert.equal(steps.filter((step) => step.startsWith('Passed')).length, 6, steps.join('\n'));
  assert.match(steps.at(-1) ?? '', /^Not verified\s+No recorded checkpoint/);
  const shown = await page.innerText('#outcome');
  for (const part of ['cookie', 'Rejected', `admin ${HOSTILE}`, 'What it does not prove']) {
    assert.ok(shown.includes(part), `${part}: ${shown}`);
  }
  assert.equal(await page.textContent('.pe-words'), TEXT.trim());
  assert.equal(await page.locator('#outcome :is(img, script, h1)').count(), 0);
  assert.equal(await page.evaluate('globalThis.caught'), undefined);
  assert.doesNotMatch(shown, /ledger\.\w+\./, 'every text has words');
});

onBoth('a changed receipt is refused, and nothing that it says is shown', async (page) => {
  for (const change of [
    (text: string) => text.replace('"rejected"', '"accepted"'),
    (text: string) => text.replace('admin', 'eve'),
    (text: string) => text.replace('# Cookies', '# Other'),
    (text: string) => text.replace('{"format"', `{${JSON.stringify(HOSTILE)}:1,"format"`),
    (text: string) => text.slice(0, -1),
    () => HOSTILE,
  ]) {
    assert.equal(await checked(page, change(receipt)), 'The receipt is not valid');
    assert.match((await stepsOn(page)).at(-1) ?? '', /^Failed/);
    assert.equal(await page.locator('#outcome :is(img, script, dl, .pe-words)').count(), 0);
    assert.equal(await page.evaluate('globalThis.caught'), undefined);
  }
});

test('each fault of a receipt ends the check on the page at the step that finds it', async () => {
  const { page, context, noise } = await opened(`${origin()}/policies/ledger/verifier`);
  await page.click('summary');
  for (const { what, receipt, keys = vectors.keys, noted } of brokenReceipts.filter((one) => one.receipt !== '')) {
    const { checkpoint = '', consistency } = noted ?? {};
    const proof = consistency === undefined ? '' : JSON.stringify(consistency);
    await page.fill('#noted', checkpoint);
    await page.fill('#consistency', proof);
    assert.equal(await checked(page, receipt, keys.join('\n')), 'The receipt is not valid', what);
    const { steps } = verifyReceipt(receipt, keysIn(keys.join('\n')), { checkpoint, consistency: proof });
    const states = { holds: 'Passed', fails: 'Failed', open: 'Not verified', warns: 'Note' };
    assert.deepEqual(
      (await stepsOn(page)).map((step) => step.split('\n')[0]),
      steps.map(({ state }) => states[state]),
      what,
    );
    assert.doesNotMatch(await page.innerText('#outcome'), /ledger\.\w+\.|\{\w+\}/, what);
    assert.equal(await page.locator('#outcome :is(dl, .pe-words)').count(), 0, what);
  }
  assert.deepEqual(noise, []);
  await context.close();
});

test('the page shows that an accepted decision was withdrawn later', async () => {
  const { page, context } = await opened(`${origin()}/policies/ledger/verifier`);
  const fresh = await shop.engine.ledger.receipt((JSON.parse(older) as { event: { id: string } }).event.id);
  assert.equal(await checked(page, JSON.stringify(fresh)), 'The receipt is valid');
  assert.match((await stepsOn(page)).join('\n'), /Note\s+The site has signed .* contain a later decision/);
  await context.close();
});

test('a text and an action of an administrator are labelled as such, and name no visitor', async () => {
  const { page, context } = await opened(`${origin()}/policies/ledger/verifier`);
  for (const [kind, name] of [
    ['publication', 'Text published: cookie'],
    ['administration', 'Audit log entry'],
  ] as const) {
    const { rows } = await shop.engine.database.execute(
      `select id from policy_manager_ledger_events where kind = '${kind}' limit 1`,
    );
    const made = await shop.engine.ledger.receipt(String(rows[0]!['id']));
    assert.equal(await checked(page, JSON.stringify(made)), 'The receipt is valid');
    const facts = (await page.innerText('#outcome dl')).replaceAll(/[\u2066-\u2069]/g, '');
    assert.ok(facts.includes(name), facts);
    assert.doesNotMatch(facts, /Visitor|Account/);
    assert.doesNotMatch(await page.innerText('#outcome'), /ledger\.\w+\./, 'every text has words');
  }
  await context.close();
});

test('a receipt is compared with a noted checkpoint, and the page states which proof it needs', async () => {
  const { page, context, noise } = await opened(`${origin()}/policies/ledger/verifier`);
  await page.click('summary');
  await page.fill('#noted', noted);
  assert.equal(await checked(page, receipt), 'The receipt is valid');
  // The text and two entries of the audit log come before the two decisions.
  assert.match((await stepsOn(page)).at(-1) ?? '', /^Passed\s+The recorded checkpoint of .5. entries/);
  assert.equal(await checked(page, older), 'The receipt is valid');
  assert.match((await stepsOn(page)).at(-1) ?? '', /consistency\.json\?from=.4.&to=.5./);
  const proof = await shop.engine.ledger.consistency(4, 5);
  await page.fill('#consistency', JSON.stringify({ from: 4, to: 5, proof }));
  assert.equal(await checked(page, older), 'The receipt is valid');
  assert.match((await stepsOn(page)).at(-1) ?? '', /^Passed/);
  await page.fill('#consistency', JSON.stringify({ from: 4, to: 5, proof: [] }));
  assert.equal(await checked(page, older), 'The receipt is not valid');
  assert.deepEqual(noise, []);
  await context.close();
});

test('a chosen or dropped file is verified at once if the keys are there', async () => {
  const { page, context } = await opened(`${origin()}/policies/ledger/verifier`);
  const file = path.join(folder, 'receipt.json');
  await writeFile(file, receipt);
  await page.setInputFiles('#file', file);
  await until(page, 'document.activeElement.id === "keys"');
  assert.equal(await page.inputValue('#receipt'), receipt);
  await page.fill('#keys', keys);
  const dropped = JSON.stringify(receipt.replace('"rejected"', '"accepted"'));
  const transfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${dropped}], 'receipt.json'));
    return data;
  })()`);
  for (const event of ['dragover', 'drop']) await page.dispatchEvent('body', event, { dataTransfer: transfer });
  await page.getByRole('heading', { name: 'The receipt is not valid' }).waitFor();
  await writeFile(file, Buffer.from([0xff, 0xfe]));
  await page.setInputFiles('#file', file);
  await page.getByText('not valid UTF-8 text').waitFor();
  await context.close();
});

test('without a receipt or a key the page shows no result', async () => {
  const { page, context } = await opened(`${origin()}/policies/ledger/verifier`);
  assert.equal(await checked(page, ' ', keys), 'Not verified');
  assert.equal(await checked(page, receipt, '# none'), 'Not verified');
  assert.equal(await checked(page, receipt, `${keys}\n${HOSTILE}`), 'Not verified');
  assert.match(await page.innerText('#outcome'), /not a ledger key: .*<img src=x/);
  assert.equal(await checked(page, receipt), 'The receipt is valid');
  await page.fill('#keys', 'another');
  assert.equal(await page.innerText('#outcome'), '', 'an outcome goes with what it was of');
  await context.close();
});

test('the page reports that the browser cannot verify signatures', async () => {
  // Over plain HTTP a domain name is not a secure context.
  const { page, context } = await opened(`${origin('shop.example')}/policies/ledger/verifier`);
  await page.getByText('This browser can’t verify signatures here').waitFor();
  assert.equal(await page.isVisible('#check'), false);
  await context.close();
  const without = await opened(`${origin()}/policies/ledger/verifier`, { javaScriptEnabled: false });
  assert.match(await without.page.innerText('main'), /needs JavaScript/);
  await without.context.close();
});

test('the page of a receipt links to the verifier', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin()}/policies/user_terms/cookie/receipt`);
  // What is folded on the screen is on paper; the button needs the script, which shows it.
  await page.getByRole('button', { name: 'Print' }).waitFor();
  const technical = page.getByText('Fingerprint of the entry');
  assert.equal(await technical.isVisible(), false);
  await page.emulateMedia({ media: 'print' });
  await technical.waitFor();
  assert.equal(await page.getByRole('button', { name: 'Print' }).isVisible(), false);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Check this receipt' }).click();
  assert.equal(await page.title(), 'Verify a receipt · Privacy');
  assert.equal(await checked(page, receipt), 'The receipt is valid');
  await context.close();
});

for (const locale of variants(['tr', 'en', 'es', 'fr'])) {
  test(`at each width axe finds no violation and nothing is too wide, in ${locale}`, async () => {
    const { page, context } = await opened(`${origin()}/policies/ledger/verifier`, { locale, reducedMotion: 'reduce' });
    await page.click('summary');
    for (const [name, text] of Object.entries({ holds: receipt, refused: receipt.replace('admin', 'eve') })) {
      await checked(page, text);
      assert.doesNotMatch(await page.innerText('main'), /ledger\.\w+\./, name);
      await atEachWidth(page, async (width) => {
        assert.deepEqual(await axeFindsInLightAndDark(page), [], name);
        const widest = await page.evaluate<number>('document.documentElement.scrollWidth');
        assert.ok(widest <= width, `${name} is ${widest} wide`);
        for (const colorScheme of pictures === undefined ? [] : (['light', 'dark'] as const)) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: `${pictures}/${name}-${locale}-${width}-${colorScheme}.png`, fullPage: true });
        }
      });
    }
    await context.close();
  });
}
