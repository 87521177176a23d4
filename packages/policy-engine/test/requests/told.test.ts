/** Before an administrator denies, extends or holds a request: only ways that exist are named, and the message is shown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';

interface SentMail {
  readonly subject: string;
  readonly text: string;
}

for (const hasMail of [true, false]) {
  const way = hasMail ? 'by mail, as the person will read it' : 'on a page only, if no mail is set up';
  test(`a reason is told ${way}`, async () => {
    const sent: SentMail[] = [];
    const transport = { sendMail: async (mail: SentMail) => void sent.push(mail) };
    await using made = await getTestEngine({
      portabilityRules: [{ name: 'orders', collection: () => [] }],
      userResource: { find: (id) => ({ id, email: `${id}@shop.example` }) },
      ...(hasMail && { fromEmail: 'privacy@shop.example', mail: { transport, ledgerDigest: false } }),
    });
    const submit = async (path: string, fields: Readonly<Record<string, string>>) => {
      const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
      const response = await made
        .as('admin')
        .fetch(path, { method: 'POST', headers, body: new URLSearchParams(fields) });
      return { status: response.status, html: await response.text() };
    };
    const asked = await made.as('ada').json('POST', '/policies/user_portability_requests.json', {});
    assert.equal(asked.status, 201);
    const path = `/policies/portability_requests/${(asked.body as { id: string }).id}/deny`;
    const form = await (await made.as('admin').fetch(path, { headers: { accept: 'text/html' } })).text();
    assert.equal(/Sent by email, and shown on the page of the request/.test(form), hasMail);
    assert.equal(/No email is sent, because none is set up/.test(form), !hasMail);
    assert.equal(/name="next" value="preview"/.test(form), hasMail);
    const reason = 'We could not verify <your> identity.';
    const shown = await submit(path, { reason, next: 'preview' });
    assert.equal(shown.status, 200);
    assert.equal(sent.length, 0);
    assert.match((await submit(path, { reason: ' ', next: 'preview' })).html, /aria-invalid="true"/);
    assert.equal((await submit(path, { reason })).status, 303);
    await made.engine.jobs.runDue();
    const told = sent.find(({ text }) => text.includes(reason));
    assert.equal(told !== undefined, hasMail);
    if (told === undefined) return;
    const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    // The preview is the mail: the same subject, and all lines of its text.
    assert.ok(shown.html.includes(told.subject));
    for (const line of told.text.split('\n')) assert.ok(shown.html.includes(escaped(line)), line);
  });
}
