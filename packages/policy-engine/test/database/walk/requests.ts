/** Requests of people for a copy or the erasure of their data, and how administrators answer them. */
import assert from 'node:assert/strict';
import { ADMIN, type Walker } from './walker.ts';

const COPIES = '/portability_requests';
const ERASURES = '/erasure_requests';

export async function walkRequests(walker: Walker): Promise<void> {
  await walkTemplates(walker);
  await walkCopies(walker);
  await walkErasures(walker);
  await walkBulk(walker);
}

async function walkTemplates(walker: Walker): Promise<void> {
  const where = '/requests/templates';
  const words = { locale: 'en', title: 'Unknown', body: 'We do not know you.' };
  await walker.ask(ADMIN, 'POST', where, { body: { ...words, act: 'deny' } });
  const { templates } = (await walker.ask(ADMIN, 'GET', `${where}?locale=en`)).body;
  const all = templates as ReadonlyArray<{ id: string; title: string; sample: boolean; revision: string }>;
  for (const { id, revision } of [all.find(({ title }) => title === words.title)!, all.find(({ sample }) => sample)!]) {
    await walker.ask(ADMIN, 'GET', `${where}/${id}?locale=en`);
    await walker.ask(ADMIN, 'PUT', `${where}/${id}`, { body: { ...words, body: 'We know no such person.', revision } });
    const changed = String((await walker.ask(ADMIN, 'GET', `${where}/${id}?locale=en`)).body['revision']);
    await walker.ask(ADMIN, 'DELETE', `${where}/${id}?locale=en&revision=${changed}`);
  }
}

async function walkCopies(walker: Walker): Promise<void> {
  const { engine } = walker;
  const asked = async (user: string) =>
    String((await walker.ask(user, 'POST', '/user_portability_requests')).body['id']);
  const [anna, bea, carl] = [await asked('anna'), await asked('bea'), await asked('carl')];
  await walker.ask(ADMIN, 'POST', `${COPIES}/${anna}/extend`, { body: { reason: 'Much data.' } });
  await walker.ask(ADMIN, 'POST', `${COPIES}/${anna}/confirm`);
  await walker.ask(ADMIN, 'POST', `${COPIES}/${bea}/deny`, { body: { reason: 'We know no Bea.' } });
  await walker.ask(ADMIN, 'POST', `${COPIES}/${bea}/reopen`, { body: { reason: 'We were wrong.' } });
  await walker.ask(ADMIN, 'POST', `${COPIES}/${bea}/deny`, { body: { reason: 'We know no Bea.' } });
  await walkMessages(walker, anna);
  await walker.ask('carl', 'DELETE', `/user_portability_requests/${carl}`);
  const written = await walker.ask(ADMIN, 'POST', `/requests/portability/${anna}/notes`, { body: { body: 'Called.' } });
  const [note] = written.body['notes'] as ReadonlyArray<{ id: string }>;
  await walker.ask(ADMIN, 'POST', `/requests/portability/${anna}/notes`, { body: { body: 'Called again.' } });
  await walker.work();
  const listed = (await walker.ask('anna', 'GET', '/user_portability_requests')).body['portability_requests'];
  const [{ download_url: url = '' } = {}] = listed as ReadonlyArray<{ download_url?: string }>;
  const { pathname, search } = new URL(url, 'http://host.test');
  await walker.ask('anna', 'GET', pathname.replace(/^\/policies/, '') + search);
  await walker.ask(ADMIN, 'DELETE', `/requests/portability/${anna}/notes/${note?.id}`);
  const { id } = await engine.requests.create({ id: 'dora' }, { locale: 'en' });
  await engine.requests.confirm(id);
  await walker.work();
  await walker.ask(ADMIN, 'DELETE', `${COPIES}/${id}`);
  await engine.requests.list({ state: 'open', page: 1 });
}

async function walkMessages(walker: Walker, request: string): Promise<void> {
  const [desk, own] = [`/requests/portability/${request}`, `/request_messages/portability/${request}`];
  const files = [{ name: 'answer.txt', content: Buffer.from('An answer.').toString('base64') }];
  await walker.ask(ADMIN, 'POST', `${desk}/messages`, { body: { body: 'Who are you?', files } });
  await walker.ask('anna', 'POST', own, { body: { body: 'I am Anna.', files } });
  await walker.work();
  const { messages } = (await walker.ask('anna', 'GET', own)).body;
  const [first] = messages as ReadonlyArray<{ files: ReadonlyArray<{ url: string }> }>;
  const { pathname, search } = new URL(first?.files[0]?.url ?? '', 'http://host.test');
  await walker.ask('anna', 'GET', pathname.replace(/^\/policies/, '') + search);
  for (const assignee of [ADMIN, null])
    await walker.ask(ADMIN, 'PUT', `${desk}/assignment`, { body: { assignee, note: 'Please go on.' } });
  for (const who of ['me', 'nobody']) await walker.ask(ADMIN, 'GET', `/requests?assigned=${who}`);
}

async function walkErasures(walker: Walker): Promise<void> {
  const { engine, sent } = walker;
  const former = await engine.erasure.create({ id: 'anna' });
  await engine.erasure.cancel(former.id);
  await walker.ask(ADMIN, 'GET', '/people/anna');
  const { id } = (await walker.ask('anna', 'POST', '/user_erasure_requests', { body: {} })).body;
  await walker.work();
  await walker.ask('anna', 'POST', `/user_erasure_requests/${String(id)}/identity`);
  await walker.work();
  const mail = sent.findLast(({ text }) => text.includes('/erasure_identity?token='));
  const [, token = ''] = /token=(\w+)/.exec(mail?.text ?? '') ?? [];
  await walker.ask(null, 'GET', `/erasure_identity?token=${token}`);
  await walker.ask(null, 'POST', '/erasure_identity', { body: { token } });
  await walker.addFailedJobs('anna');
  await engine.erasure.plan({ id: 'anna' });
  await engine.erasure.undeclared({ id: 'anna' });
  await walker.ask(ADMIN, 'POST', `${ERASURES}/${String(id)}/hold`, { body: { reason: 'A lawsuit.' } });
  await walker.ask(ADMIN, 'POST', `${ERASURES}/${String(id)}/release`);
  await walker.ask(ADMIN, 'POST', `${ERASURES}/${String(id)}/extend`, { body: { reason: 'Much to do.' } });
  await walker.ask(ADMIN, 'POST', `${ERASURES}/${String(id)}/confirm`);
  walker.isBroken = true;
  await walker.pass(2);
  walker.isBroken = false;
  await walker.pass(1);
  assert.equal((await engine.erasure.find(String(id))).state, 'completed');
  // A session may outlive its person.
  await walker.ask('anna', 'GET', '/user_erasure_requests');

  const other = await engine.erasure.create({ id: 'bea' });
  await engine.erasure.cancel(other.id);
  const denied = await engine.erasure.create({ id: 'bea' });
  await engine.erasure.deny(denied.id, 'A lawsuit.');
  await walker.ask(ADMIN, 'POST', `${ERASURES}/${denied.id}/reopen`, { body: { reason: 'It is over.' } });
  await engine.erasure.deny(denied.id, 'A lawsuit.');
  await engine.erasure.list({ page: 1 });
  await engine.erasure.list({ state: 'overdue' });
  await engine.erasure.replay();
}

async function walkBulk(walker: Walker): Promise<void> {
  const body = { received_on: '2026-03-02', identity_verified: true };
  const requests: string[] = [];
  for (const [person, kind] of [
    ['bea', 'portability'],
    ['carl', 'erasure'],
  ] as const) {
    const made = (await walker.ask(ADMIN, 'POST', `/people/${person}/requests/${kind}`, { body })).body;
    requests.push(`${kind}:${String(made['id'])}`);
  }
  for (const act of ['extend', 'deny']) {
    await walker.ask(ADMIN, 'POST', '/requests/bulk/ask', { body: { act, requests }, accept: 'text/html' });
    await walker.ask(ADMIN, 'POST', '/requests/bulk', { body: { act, requests, reason: 'Because.' } });
  }
}
