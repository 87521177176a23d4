/** Messages on a request in both directions, with files; who works on it; and reopening. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { buffer } from 'node:stream/consumers';
import type { OutgoingMail } from 'policy-engine';
import { readZip } from '../export/export.ts';
import { forEachDatabase } from '../support/databases.ts';
import { openDesk } from './message-desk.ts';

const HOSTILE = '<script>alert(1)</script> & "quotes"\n\u202Eevil';
const NOTE = 'Only for colleagues: looks like fraud.';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const linkIn = (mails: readonly OutgoingMail[], to: string) =>
  mails
    .filter(({ to: { address } }) => address === to)
    .flatMap(({ text }) => /\/policies(\/request_messages\/\S+)/.exec(text)?.[1] ?? [])
    .at(-1) ?? '';

const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-messages-'));
after(() => rmSync(folder, { recursive: true }));

forEachDatabase((target) => {
  test('a person and the administrators write to each other, and only they read it', async () => {
    await using desk = await openDesk(await target.open());
    const { host, json, mails, names } = desk;
    const asked = await json('ada', 'POST', '/user_portability_requests', {});
    const id = String(asked.body['id']);
    const [admins, own] = [`/requests/portability/${id}/messages`, `/request_messages/portability/${id}`];
    assert.equal((await json('admin', 'POST', `/requests/portability/${id}/notes`, { body: NOTE })).status, 201);
    const files = [{ name: '../../<b>proof</b>.pdf', content: base64('%PDF-1.7 proof') }];
    const sent = await json('admin', 'POST', admins, { body: HOSTILE, files });
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    const [first] = sent.body.messages;
    assert.deepEqual([first?.from, first?.author, first?.body], ['administrator', 'admin', HOSTILE]);
    assert.deepEqual(first?.mail, { state: 'waiting', at: null });
    await host.engine.jobs.runDue();

    // Delivery is recorded; the mail has a link, but neither the text nor the files.
    const told = mails.find(({ to }) => to.address === 'ada@shop.test' && linkIn(mails, to.address) !== '');
    assert.ok(told !== undefined && !/alert|proof/.test(JSON.stringify(told)));
    assert.equal(linkIn(mails, 'ada@shop.test'), own, 'whoever can sign in gets no link that works without it');
    const delivered = await json('admin', 'GET', admins);
    assert.deepEqual(delivered.body.messages[0]?.mail, { state: 'sent', at: '2027-01-04T08:00:00.000Z' });

    // The person reads: no names of administrators, no notes, nothing runs.
    const read = await json('ada', 'GET', own);
    assert.deepEqual(Object.keys(read.body.messages[0] ?? {}).toSorted(), [
      'body',
      'created_at',
      'files',
      'from',
      'id',
    ]);
    const page = await host.as('ada').fetch(`/policies${own}`, { headers: { accept: 'text/html' } });
    const html = await page.text();
    assert.ok(html.includes('&lt;script&gt;alert(1)') && !html.includes('<script>alert'));
    assert.ok(!html.includes(NOTE) && !html.includes('admin@'));
    const file = first?.files[0];
    assert.ok(file !== undefined && !/[<>/]/.test(file.name), file?.name);
    const download = await host.as('ada').fetch(String(read.body.messages[0]?.files[0]?.url));
    assert.equal(await download.text(), '%PDF-1.7 proof');
    assert.match(download.headers.get('content-disposition') ?? '', /^attachment; /);
    assert.match(download.headers.get('content-security-policy') ?? '', /sandbox/);
    assert.equal(download.headers.get('x-content-type-options'), 'nosniff');
    for (const [who, status] of [
      ['otto', 404],
      [null, 401],
    ] as const) {
      assert.equal((await json(who, 'GET', own)).status, status);
      assert.equal((await json(who, 'POST', own, { body: 'x' })).status, status);
      assert.equal((await host.as(who).fetch(String(read.body.messages[0]?.files[0]?.url))).status, status);
    }
    assert.equal((await host.as('ada').fetch(file.url)).status, 403);

    // The answer comes as a form with a file; administrators are told by mail.
    const form = new FormData();
    form.set('body', 'Here is my answer.');
    form.append('files', new File(['a,b\n1,2'], 'table.csv'));
    const answered = await host.as('ada').fetch(`/policies${own}`, {
      method: 'POST',
      body: form,
      headers: { accept: 'text/html' },
    });
    assert.equal(answered.status, 303);
    await host.engine.jobs.runDue();
    assert.ok(
      mails.some(({ to, text }) => to.address === 'inbox@shop.test' && text.includes(`/portability_requests/${id}`)),
    );
    const both = (await json('admin', 'GET', admins)).body.messages;
    assert.deepEqual(
      both.map(({ from }) => from),
      ['administrator', 'person'],
    );
    assert.deepEqual(
      both[1]?.files.map(({ name, bytes }) => [name, bytes]),
      [['table.csv', 7]],
    );
    const shown = await host
      .as('admin')
      .fetch(`/policies/portability_requests/${id}`, { headers: { accept: 'text/html' } });
    assert.match(await shown.text(), /Email accepted by the mail server/);

    // Both are in the export, with the files; the note is not.
    assert.equal((await json('admin', 'POST', `/portability_requests/${id}/confirm`)).status, 200);
    await host.engine.jobs.runDue();
    const zip = [...names].find((name) => name.endsWith('.zip'));
    assert.ok(zip !== undefined);
    const archive = path.join(folder, `${id}.zip`);
    await writeFile(archive, await buffer(await desk.storage.get(zip)));
    const copy = await readZip(archive);
    const [request] = JSON.parse(String(copy.get('privacy/requests.json'))) as [
      { messages: { from: string; body: string; files: { path: string }[] }[] },
    ];
    assert.deepEqual(
      request.messages.map(({ from, body }) => [from, body]),
      [
        ['administrator', HOSTILE],
        ['person', 'Here is my answer.'],
      ],
    );
    assert.equal(String(copy.get(request.messages[1]?.files[0]?.path ?? '')), 'a,b\n1,2');
    const book = String(copy.get('privacy/requests.html'));
    assert.ok(book.includes('&lt;script&gt;alert(1)') && !book.includes('<script>alert'));
    for (const [name, content] of copy) assert.ok(!content.includes(NOTE), name);

    // Deleted with the request: the rows at once, the files by a job.
    assert.equal(names.size, 3);
    assert.equal((await json('admin', 'DELETE', `/portability_requests/${id}`)).status, 204);
    await host.engine.jobs.runDue();
    assert.deepEqual([...names], []);
    assert.equal((await json('ada', 'GET', own)).status, 404);
  });

  test('a link of a mail works without an account only for a request that came by letter, and until it ends', async () => {
    await using desk = await openDesk(await target.open());
    const { host, json, mails } = desk;
    const register = { identity_verified: true };
    assert.equal((await json('admin', 'POST', '/people/carl/requests/portability', register)).status, 201);
    const listed = await json('admin', 'GET', '/requests?q=carl');
    const [{ id }] = listed.body['requests'] as [{ id: string }];
    const files = [{ name: 'a.txt', content: base64('hello') }];
    await json('admin', 'POST', `/requests/portability/${id}/messages`, { body: 'Dear Carl', files });
    await host.engine.jobs.runDue();
    const link = linkIn(mails, 'carl@shop.test');
    assert.match(link, /\?expires=\d+&signature=[\w-]{43}$/);
    const opened = await json(null, 'GET', link);
    assert.deepEqual(
      opened.body.messages.map(({ body }) => body),
      ['Dear Carl'],
    );
    const file = await host.as(null).fetch(String(opened.body.messages[0]?.files[0]?.url));
    assert.equal(await file.text(), 'hello');
    assert.equal(file.headers.get('referrer-policy'), 'no-referrer');
    const page = await host.as(null).fetch(`/policies${link}`, { headers: { accept: 'text/html' } });
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
    assert.equal((await json(null, 'POST', link, { body: 'Thank you' })).status, 201);
    // A link is for one request, one person and one end; a changed one tells nothing.
    const [thread = '', query = ''] = link.split('?');
    const [expires = ''] = query.split('&');
    const others = [
      `${thread}?${expires}&signature=${'A'.repeat(43)}`,
      `${thread}x?${query}`,
      link.replace(/expires=\d/, 'expires=9'),
    ];
    for (const other of others) {
      for (const method of ['GET', 'POST']) {
        const { status, body } = await json(null, method, other, method === 'POST' ? { body: 'x' } : undefined);
        assert.deepEqual([status, body['code']], [410, 'message_link_ended'], `${method} ${other}`);
      }
    }
    assert.equal((await json('otto', 'GET', link)).status, 200, 'whoever has the link is served, signed in or not');
    desk.later(31);
    assert.equal((await json(null, 'GET', link)).status, 410);
    // 20 messages a day, counted by request.
    for (let count = 0; count < 20; count += 1) {
      assert.equal((await json('carl', 'POST', thread, { body: `Message ${count}` })).status, 201);
    }
    assert.equal((await json('carl', 'POST', thread, { body: 'One more' })).status, 429);
  });

  test('a message that is empty, too long, or with files that are not accepted is refused and stores nothing', async () => {
    await using desk = await openDesk(await target.open());
    const { host, json, names } = desk;
    const id = String((await json('dora', 'POST', '/user_portability_requests', {})).body['id']);
    const place = `/requests/portability/${id}/messages`;
    const file = (name: string, content = 'x') => ({ name, content: base64(content) });
    const large = 'x'.repeat(5 * 1024 * 1024);
    const refused: (readonly [object, string])[] = [
      [{ body: ' ' }, 'body'],
      [{ body: 'x'.repeat(10_001) }, 'body'],
      ...['page.html', 'picture.svg', 'run.exe', 'script.js', 'none', 'a.pdf.exe', 'cod\u202Efdp.exe'].map(
        (name) => [{ body: 'x', files: [file(name)] }, 'files'] as const,
      ),
      [{ body: 'x', files: Array.from({ length: 6 }, (_, index) => file(`${index}.txt`)) }, 'files'],
      [{ body: 'x', files: [file('large.txt', `${large}x`)] }, 'files'],
      [{ body: 'x', files: [file('1.txt', large), file('2.txt', large), file('3.txt')] }, 'files'],
      [{ body: 'x', files: [{ name: 'a.txt', content: 'no base64!' }] }, 'files.0.content'],
    ];
    for (const [body, field] of refused) {
      const answer = await json('admin', 'POST', place, body);
      const [first] = (answer.body['errors'] ?? []) as readonly { readonly field: string }[];
      assert.deepEqual([answer.status, first?.field], [422, field], JSON.stringify(body).slice(0, 100));
    }
    // A form is shown again with the text.
    const form = new FormData();
    form.set('body', 'I wrote this.');
    form.append('files', new File(['x'], 'run.exe'));
    const headers = { accept: 'text/html' };
    const again = await host.as('admin').fetch(`/policies${place}`, { method: 'POST', body: form, headers });
    assert.equal(again.status, 422);
    assert.match(await again.text(), /I wrote this\./);
    // Other forms take no files.
    const note = await host
      .as('admin')
      .fetch(`/policies/requests/portability/${id}/notes`, { method: 'POST', body: form, headers });
    assert.equal(note.status, 415);
    assert.equal((await json('admin', 'GET', place)).body.messages.length, 0);
    assert.equal(names.size, 0);
  });

  test('messages with their files are erased with the person', async () => {
    await using desk = await openDesk(await target.open());
    const { host, json, names } = desk;
    const id = String((await json('emil', 'POST', '/user_erasure_requests', {})).body['id']);
    const place = `/requests/erasure/${id}/messages`;
    const files = [{ name: 'a.txt', content: base64('x') }];
    assert.equal((await json('admin', 'POST', place, { body: 'Secret of Emil', files })).status, 201);
    assert.equal((await json('admin', 'POST', `/erasure_requests/${id}/confirm`, {})).status, 200);
    await host.engine.jobs.runDue();
    const { database } = host.engine;
    for (const table of ['request_messages', 'request_files']) {
      const { rows } = await database.execute(`select id from policy_manager_${table} where request_id = '${id}'`);
      assert.deepEqual(rows, [], table);
    }
    assert.deepEqual([...names], []);
    const late = await json('admin', 'POST', place, { body: 'Too late' });
    assert.deepEqual([late.status, late.body['code']], [409, 'request_closed']);
  });

  test('a request is taken, handed over with a note, found by who works on it, and reopened', async () => {
    await using desk = await openDesk(await target.open());
    const { host, json, mails } = desk;
    const ids: string[] = [];
    for (const user of ['fred', 'gina']) {
      ids.push(String((await json(user, 'POST', '/user_portability_requests', {})).body['id']));
    }
    const [id = '', other = ''] = ids;
    const place = `/requests/portability/${id}/assignment`;
    const found = async (who: string, assigned: string) => {
      const { body } = await json(who, 'GET', `/requests?assigned=${assigned}`);
      return (body['requests'] as { id: string }[]).map(({ id: one }) => one).filter((one) => ids.includes(one));
    };
    assert.deepEqual((await json('berta', 'PUT', place, { assignee: 'berta' })).body, { assignee: 'berta' });
    assert.deepEqual([await found('berta', 'me'), await found('admin', 'me')], [[id], []]);
    assert.deepEqual(await found('admin', 'nobody'), [other]);
    assert.equal((await json('berta', 'PUT', place, { assignee: 'fred' })).status, 422, 'not an administrator');
    await json('admin', 'PUT', `/requests/portability/${other}/assignment`, { assignee: 'admin' });
    const handed = await json('berta', 'PUT', place, { assignee: 'admin', note: NOTE });
    assert.equal(handed.status, 200);
    assert.deepEqual((await found('admin', 'me')).toSorted(), [...ids].toSorted());
    const record = await json('admin', 'GET', `/requests/portability/${id}/record`);
    assert.ok(JSON.stringify(record.body['notes']).includes(NOTE));
    assert.ok(JSON.stringify(record.body['timeline']).includes('Assignment of a request changed'));
    assert.deepEqual((await json('admin', 'PUT', place, { assignee: null })).body, { assignee: null });

    // A denied request is reopened with a reason, which the person gets as a message; the deadline stays.
    const due = (await json('admin', 'GET', `/portability_requests/${id}`)).body['due_at'];
    const early = await json('admin', 'POST', `/portability_requests/${id}/reopen`, { reason: 'We were wrong.' });
    assert.deepEqual([early.status, early.body['code']], [409, 'request_reopen_refused']);
    await json('admin', 'POST', `/portability_requests/${id}/deny`, { reason: 'No.' });
    assert.equal((await json('admin', 'POST', `/portability_requests/${id}/reopen`, { reason: ' ' })).status, 422);
    const open = await json('admin', 'POST', `/portability_requests/${id}/reopen`, { reason: 'We were wrong.' });
    assert.deepEqual([open.status, open.body['state'], open.body['due_at']], [200, 'pending', due]);
    const thread = await json('fred', 'GET', `/request_messages/portability/${id}`);
    assert.deepEqual(
      thread.body.messages.map(({ body }) => body),
      ['We were wrong.'],
    );
    await host.engine.jobs.runDue();
    assert.ok(linkIn(mails, 'fred@shop.test') !== '');
    assert.equal((await json('fred', 'POST', '/user_portability_requests', {})).status, 422, 'it is open again');
    // Denied again, the person is told again.
    const denials = () => mails.filter(({ to, text }) => to.address === 'fred@shop.test' && /No\./.test(text)).length;
    assert.equal(denials(), 1);
    desk.later(1);
    await json('admin', 'POST', `/portability_requests/${id}/deny`, { reason: 'No.' });
    await host.engine.jobs.runDue();
    assert.equal(denials(), 2);
    await json('admin', 'POST', `/portability_requests/${id}/reopen`, { reason: 'Once more.' });

    // Not while the person has another open one.
    await json('admin', 'POST', `/portability_requests/${id}/deny`, { reason: 'No.' });
    assert.equal((await json('fred', 'POST', '/user_portability_requests', {})).status, 201);
    const twice = await json('admin', 'POST', `/portability_requests/${id}/reopen`, { reason: 'Again.' });
    assert.deepEqual([twice.status, twice.body['code']], [409, 'request_reopen_refused']);
    // An answered one, whose copy lacks something: the copy is deleted, and the next one is told and downloaded.
    const answered = async () => {
      await json('admin', 'POST', `/portability_requests/${other}/confirm`);
      await host.engine.jobs.runDue();
      const { body } = await json('gina', 'GET', '/user_portability_requests');
      return JSON.stringify(body).includes('"completed"');
    };
    const zips = () => [...desk.names].filter((name) => name.endsWith('.zip'));
    const ready = () =>
      mails.filter(({ to, subject }) => to.address === 'gina@shop.test' && /ready/i.test(subject)).length;
    assert.ok(await answered());
    const [first] = zips();
    assert.deepEqual([zips().length, ready()], [1, 1]);
    desk.later(1);
    const page = await host.as('admin').fetch(`/policies/portability_requests/${other}/reopen`, {
      headers: { accept: 'text/html' },
    });
    assert.match(await page.text(), /the copy is deleted/);
    const lacking = await json('admin', 'POST', `/portability_requests/${other}/reopen`, {
      reason: 'Invoices lacked.',
    });
    assert.deepEqual([lacking.status, lacking.body['state']], [200, 'pending']);
    await host.engine.jobs.runDue();
    assert.deepEqual(zips(), []);
    assert.ok(await answered());
    assert.deepEqual([zips().length, ready()], [1, 2]);
    assert.notEqual(zips()[0], first);
    // Erasures, too.
    const erasure = String((await json('gina', 'POST', '/user_erasure_requests', {})).body['id']);
    await json('admin', 'POST', `/erasure_requests/${erasure}/deny`, { reason: 'No.' });
    const reopened = await json('admin', 'POST', `/erasure_requests/${erasure}/reopen`, { reason: 'Yes, after all.' });
    assert.deepEqual([reopened.status, reopened.body['state']], [200, 'pending']);
    assert.equal((await json('gina', 'POST', '/user_erasure_requests', {})).status, 422);
  });
});
