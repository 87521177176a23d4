/** A decision of an account on its other devices (CNIL deliberation 2025-131; F8 and F9 of the guide “Regions”). */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Computer } from '../support/computer.ts';
import { forEachDatabase } from '../support/databases.ts';
import { sceneOn } from './shared-computer.ts';

const TOLD = /<form class="pe-consent-note"[^>]* action="\/policies\/consent\/told"[^>]*>.*?<\/form>/s;
const COUNTS_EVERYWHERE = 'Your choice counts on all devices where you are signed in.';

forEachDatabase((target) => {
  const here = sceneOn(target);
  const { decide } = here;
  let phone: Computer;
  let television: Computer;
  const bannerOn = (device: Computer, user?: string, headers = {}) =>
    here.engine.consentContext(device.request('/shop?page=2', { user, headers })).renderBanner();
  const toldOn = async (device: Computer, user?: string) => TOLD.exec(await bannerOn(device, user))?.[0];
  beforeEach(() => {
    phone = here.computer;
    television = new Computer(here.engine);
  });

  describe('a decision of an account counts on every device:', () => {
    for (const verb of ['reject', 'accept'] as const) {
      test(`${verb}, whatever the browser there has kept of a visitor`, async () => {
        here.computer = television;
        await decide('cookie', verb === 'accept' ? 'reject' : 'accept');
        here.computer = phone;
        await decide('cookie', verb, 'anna');
        const page = here.engine.consentContext(television.request('/', { user: 'anna' }));
        assert.equal(await page.hasConsented('cookie'), verb === 'accept');
        assert.equal((await page.renderScripts()).includes('count()'), verb === 'accept');
        const { body } = await television.json('GET', '/consent.json', { user: 'anna' });
        const { gates, rules } = body as { gates: Record<string, string>; rules: { of_browser?: boolean }[] };
        assert.deepEqual([gates['cookie'], rules[0]!.of_browser], [`${verb}ed`, undefined]);
      });
    }

    test('a withdrawal reaches as far as the acceptance', async () => {
      await decide('cookie', 'accept', 'anna');
      here.computer = television;
      await decide('cookie', 'accept', 'anna');
      await decide('cookie', 'reject', 'anna');
      assert.equal(
        await here.engine.consentContext(phone.request('/', { user: 'anna' })).hasConsented('cookie'),
        false,
      );
    });
  });

  describe('at sign-in on a further device', () => {
    beforeEach(async () => {
      await decide('cookie', 'accept', 'anna');
      await decide('marketing', 'reject', 'anna');
    });

    test('the page tells what the account has decided, with a link to the privacy centre', async () => {
      const note = await toldOn(television, 'anna');
      assert.match(String(note), /Accepted: \S*Cookie\S*\. Rejected: \S*Marketing\S*\./);
      assert.match(String(note), /href="\/policies\/consent\?return_to=%2Fshop%3Fpage%3D2"/);
      assert.match(String(note), /name="return_to" value="\/shop\?page=2"/);
    });

    test('it does not where the account decided, for visitors, and for an account that has decided nothing', async () => {
      assert.equal(await toldOn(phone, 'anna'), undefined);
      assert.equal(await toldOn(television), undefined);
      assert.equal(await toldOn(television, 'bob'), undefined);
      const gpc = { 'sec-gpc': '1' };
      assert.doesNotMatch(await bannerOn(television, 'bob', gpc), TOLD);
    });

    test('whoever has closed the note is not told again in that browser; another account is', async () => {
      const { status } = await television.json('POST', '/consent/told.json', { user: 'anna' });
      assert.equal(status, 204);
      assert.equal(await toldOn(television, 'anna'), undefined);
      await television.json('PUT', '/consent.json', { user: 'bob', body: { decisions: { cookie: true } } });
      await here.engine.signedOut(television.request('/', { user: 'bob' })).then((lines) => television.keep(lines));
      assert.match(String(await toldOn(television, 'bob')), /Accepted: \S*Cookie/);
    });

    test('the form of the note leads back, and to no other site', async () => {
      for (const [returnTo, to] of [
        ['/shop?page=2', '/shop?page=2'],
        ['https://evil.example/', '/policies/privacy'],
        ['//evil.example/', '/policies/privacy'],
      ] as const) {
        const headers = {
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          'x-test-user': 'anna',
        };
        const body = new URLSearchParams({ return_to: returnTo }).toString();
        const sent = new Request('http://engine.test/policies/consent/told', { method: 'POST', headers, body });
        const response = await here.engine.fetch(sent);
        assert.deepEqual([response.status, response.headers.get('location')], [303, to]);
        assert.match(String(response.headers.getSetCookie()), /policy_told=[\w-]{22}; .*HttpOnly/);
      }
    });

    test('whoever has seen the privacy centre there has been told; a page of another site does not say so', async () => {
      const open = (headers = {}) =>
        here.engine.fetch(
          television.request('/policies/privacy', { user: 'anna', headers: { accept: 'text/html', ...headers } }),
        );
      const foreign = await open({ 'sec-fetch-site': 'cross-site' });
      assert.doesNotMatch(String(foreign.headers.getSetCookie()), /policy_told/);
      television.keep((await open()).headers.getSetCookie());
      assert.equal(await toldOn(television, 'anna'), undefined);
    });

    test('the piece of HTML that scripts fetch tells it, too', async () => {
      const request = television.request('/policies/consent/banner.html?return_to=/shop', { user: 'anna' });
      assert.match(await (await here.engine.fetch(request)).text(), TOLD);
    });
  });

  test('the first layer says that the choice counts on all devices, to whoever is signed in', async () => {
    assert.ok((await bannerOn(phone, 'anna')).includes(COUNTS_EVERYWHERE));
    assert.ok(!(await bannerOn(phone)).includes(COUNTS_EVERYWHERE));
  });
});
