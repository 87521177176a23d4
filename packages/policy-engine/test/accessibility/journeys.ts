/** What people do on each surface, by keyboard where the criterion requires it: wrong input, saving, withdrawal. */
import type { BrowserContext, Page } from 'playwright-core';
import { follow, until } from '../../../../testing/browser.ts';
import type { CheckName } from './criteria.ts';
import { addFinding, type Finding, type Found } from './found.ts';
import { BANNER_IS_PLACED, type Surface } from './surfaces.ts';

type Journey = (page: Page, surface: Surface, add: (name: CheckName, finding: Finding) => void) => Promise<void>;

/** A finding with one possible fault. */
const that = (isRight: boolean, fault: string): Finding => ({ isThere: true, faults: isRight ? [] : [fault] });
const nothing: Finding = { isThere: false, faults: [] };

/** Presses Tab until a control with this text has the focus. */
async function tabTo(page: Page, words: string): Promise<boolean> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate<string>(
      `(document.activeElement.innerText || document.activeElement.labels?.[0]?.innerText || '').trim()`,
    );
    if (name.startsWith(words)) return true;
  }
  return false;
}

/** A refused form: its text names the field, and the list of errors has the focus. */
async function refusedForm(page: Page, label: string, add: (name: CheckName, finding: Finding) => void): Promise<void> {
  await page.locator('[role=alert]:focus').waitFor();
  const field = page.getByLabel(label).first();
  const isMarked = (await field.getAttribute('aria-invalid')) === 'true';
  const by = (await field.getAttribute('aria-describedby')) ?? '';
  const message = await page.evaluate<string>(
    `${JSON.stringify(by)}.split(' ').filter((id) => id.endsWith('-error')).map((id) => document.getElementById(id)?.innerText ?? '').join('')`,
  );
  const list = await page.locator('[role=alert]:focus').innerText();
  add(
    'errors',
    that(
      isMarked && message !== '' && list.includes(message),
      `the error of “${label}” is not said at the field and in the list`,
    ),
  );
  add(
    'suggestions',
    that(message.split(' ').length > 2, `the error of “${label}” does not say what to do: ${message}`),
  );
}

async function banner(page: Page, surface: Surface, add: (name: CheckName, finding: Finding) => void): Promise<void> {
  await page.goto(surface.pages[0]!.address);
  await until(page, BANNER_IS_PLACED);
  const panel = page.locator('.pe-consent-panel');
  const said = () =>
    page.evaluate<string>(`document.querySelector('.pe-consent-stack [role=status]').innerText.trim()`);
  const isAnnounced = (await said()).includes('Your privacy choices');
  const sent: string[] = [];
  page.on('request', (request) => void (request.method() === 'PUT' && sent.push(request.url())));
  const canChoose = await tabTo(page, 'Customise');
  await page.keyboard.press('Enter');
  const canSwitch = await tabTo(page, 'Statistics');
  await page.keyboard.press('Space');
  const isOn = await panel.getByRole('switch', { name: 'Statistics' }).isChecked();
  add('reached', that(canChoose && canSwitch && isOn, 'a purpose can’t be switched on by keyboard'));
  add('input', that(sent.length === 0 && page.url() === surface.pages[0]!.address, 'a switch sends the form'));
  // A decision that cannot be stored: the banner reports it, and nothing is lost.
  await page.route('**/consent.json', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500 }) : route.continue(),
  );
  const canSave = await tabTo(page, 'Save choices');
  await page.keyboard.press('Enter');
  const failed = page.locator('[data-when=failed] p');
  await failed.waitFor();
  const words = (await failed.innerText()).trim();
  await until(
    page,
    `document.querySelector('.pe-consent-stack [role=status]').innerText.includes(${JSON.stringify(words)})`,
  );
  add('status', that(isAnnounced && canSave, 'the question is not announced'));
  await page.unroute('**/consent.json');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  // A decision can be viewed and changed where it was made.
  await page.getByRole('link', { name: 'Privacy', exact: true }).press('Enter');
  await panel.getByRole('button', { name: 'Accept all' }).press('Enter');
  await panel.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Privacy', exact: true }).press('Enter');
  const isKept = await panel.getByRole('switch', { name: 'Statistics' }).isChecked();
  await panel.getByRole('button', { name: 'Reject all' }).press('Enter');
  await panel.waitFor({ state: 'hidden' });
  add('prevention', that(isKept, 'a decision can’t be seen and changed'));
  for (const name of ['errors', 'suggestions', 'kept'] as const) add(name, nothing);
}

async function centre(page: Page, surface: Surface, add: (name: CheckName, finding: Finding) => void): Promise<void> {
  const { address } = surface.pages.find((one) => one.address.endsWith('/user_erasure_requests'))!;
  await page.goto(address);
  const early = page.getByLabel('Don’t wait');
  await early.focus();
  await page.keyboard.press('Space');
  add('input', that(page.url() === address && (await early.isChecked()), 'a box leads to another page'));
  await page.getByLabel('Your password').fill('wrong');
  await page.keyboard.press('Enter');
  await refusedForm(page, 'Your password', add);
  add('kept', that(await early.isChecked(), 'a refused form forgets what was chosen'));
  await page.getByLabel('Your password').fill('secret');
  await follow(page.getByRole('button', { name: 'Request deletion' }));
  const says = await page.getByRole('status').first().innerText();
  add('status', that(/Nothing has been deleted yet/.test(says), 'a request is not confirmed by a status message'));
  // Another request on the same page may be withdrawn.
  await follow(page.locator('#erasure').getByRole('link', { name: 'Withdraw request' }));
  await follow(page.getByRole('button', { name: 'Withdraw request' }));
  const isBack = await page.getByText('Your request has been withdrawn.').first().isVisible();
  add('prevention', that(isBack, 'a request for deletion can’t be withdrawn'));
}

async function panel(page: Page, surface: Surface, add: (name: CheckName, finding: Finding) => void): Promise<void> {
  const at = (end: string) => surface.pages.find((one) => one.address.endsWith(end))!.address;
  for (const [end, label] of [
    ['/requests', 'Type'],
    ['/appearance', 'Layout'],
  ] as const) {
    await page.goto(at(end));
    await page.getByLabel(label).first().selectOption({ index: 1 });
    add('input', that(page.url() === at(end), `choosing “${label}” leads to another page`));
  }
  await page.goto(at('/edit').replace(/[^/]+\/edit$/, 'new'));
  await page.getByLabel('What changed').fill('Shorter.');
  await page.getByLabel('Policy text').fill('');
  await page.getByRole('button', { name: 'Publish' }).press('Enter');
  await refusedForm(page, 'Policy text', add);
  add(
    'kept',
    that((await page.getByLabel('What changed').inputValue()) === 'Shorter.', 'a refused form forgets what was typed'),
  );
  await page.getByLabel('Policy text').fill('Two cookies.');
  // The formats are one tab stop, with arrow keys between them.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowRight');
  const second = await page.evaluate<string>('document.activeElement.innerText');
  add('reached', that(second === 'Italic', 'arrows do not lead through the formats'));
  await follow(page.getByRole('button', { name: 'Save as draft' }));
  add(
    'status',
    that(
      /Draft saved/.test(await page.getByRole('status').first().innerText()),
      'saving is not confirmed by a status message',
    ),
  );
  await page.getByRole('button', { name: 'Delete draft' }).waitFor();
  const { origin } = new URL(page.url());
  await page.goto(at('/publish'));
  const isAsked = (await page.locator('h1, h2').allInnerTexts()).includes('Publish this text?');
  add('prevention', that(isAsked && page.url().startsWith(origin), 'publishing is not asked about first'));
}

async function exportSite(
  page: Page,
  surface: Surface,
  add: (name: CheckName, finding: Finding) => void,
): Promise<void> {
  const { address } = surface.pages.find((one) => one.address.endsWith('/search.html'))!;
  await page.goto(address);
  await page.keyboard.type('istanbul');
  await page.locator('.book-results a').first().waitFor();
  add(
    'input',
    that(
      page.url() === address && (await page.evaluate('document.activeElement.id')) === 'words',
      'typing moves the focus',
    ),
  );
  const says = await page.getByRole('status').innerText();
  add('status', that(/1/.test(says), 'the number of results is not said by a status message'));
  const canFollow = await tabTo(page, 'Messages');
  await page.goto(address);
  await page.keyboard.type('nowhere to be found');
  await page.getByRole('status').getByText('No results.').waitFor();
  add('reached', that(canFollow, 'results are not reached by keyboard'));
  // It has one field, which accepts any text, and changes nothing.
  for (const name of ['errors', 'suggestions', 'kept', 'prevention'] as const) add(name, nothing);
}

const JOURNEYS: Readonly<Record<Surface['name'], Journey>> = { banner, centre, panel, export: exportSite };

/** Runs the journeys of a surface. */
export async function travel(context: BrowserContext, surface: Surface, found: Found): Promise<void> {
  const page = await context.newPage();
  await JOURNEYS[surface.name](page, surface, (name, finding) => addFinding(found, name, finding));
  await page.close();
}
