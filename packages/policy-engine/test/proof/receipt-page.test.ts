/** The page of a receipt: a sentence for its reader, the facts, and the technical details, which are folded. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connectDatabase, type PolicyEngine } from 'policy-engine';
import type { Receipt } from 'policy-engine/ledger';
import { Computer } from '../support/computer.ts';
import { ask, decide, engineOn, newKeys, publish } from './support.ts';

let engine: PolicyEngine;

before(async () => {
  engine = engineOn(await connectDatabase(':memory:'), {
    ledgerKey: newKeys().secret,
    userResource: { find: (id: string) => (id === 'anna' ? { id, email: 'anna@shop.test' } : null) },
  });
  await engine.migrate();
  for (const rule of ['age', 'cookie']) await publish(engine, rule);
});
after(() => engine.database.close());

async function page(at: string, who: { readonly user?: string; readonly cookie?: string }, language = 'en') {
  const response = await ask(engine, at, { ...who, headers: { accept: 'text/html', 'accept-language': language } });
  assert.equal(response.status, 200, at);
  return response.text();
}

const receiptAt = async (at: string, who: { readonly user?: string; readonly cookie?: string }): Promise<Receipt> =>
  (await (await ask(engine, `${at}.json`, who)).json()) as Receipt;

/** Without its time, and without the marks around names. */
const sentence = (html: string) =>
  (/<p class="pe-statement">(.*?)<\/p>/.exec(html)?.[1] ?? '')
    .replace(/<time [^>]*>.*?<\/time>/, 'TIME')
    .replaceAll(/[\u2066-\u2069]/g, '');

test('it begins with a sentence for its reader, and folds what is for machines', async () => {
  for (const user of ['anna', 'ben']) await decide(engine, user, 'age');
  await engine.ledger.seal();
  const own = await page('/user_terms/age/receipt', { user: 'anna' });
  assert.equal(sentence(own), 'On TIME you accepted Age, version 1, in English.');
  assert.equal(
    sentence(await page('/user_terms/age/receipt', { user: 'anna' }, 'de')),
    'Am TIME haben Sie akzeptiert: Age, Version 1, auf Englisch.',
  );
  const { event, proof } = await receiptAt('/user_terms/age/receipt', { user: 'anna' });
  const [shown = '', folded = ''] = own.split('<details class="pe-card pe-unfold pe-on-paper">');
  for (const text of [event.text_hash!, proof!.split('\n').at(-2)!, '>anna<', `<code>${event.id}</code>`])
    assert.deepEqual([shown.includes(text), folded.includes(text)], [false, true], text);
  assert.match(shown, /<button type="button" class="pe-button" data-print="true" hidden="">/);
});

test('administrators read who it was, by name and with a link', async () => {
  for (const [user, name, link] of [
    ['anna', 'anna@shop.test', '<bdi>anna@shop.test</bdi>'],
    ['ben', 'User ben', '<code class="pe-id"'],
  ] as const) {
    const { event } = await receiptAt('/user_terms/age/receipt', { user });
    const html = await page(`/people/${user}/events/${event.id}`, { user: 'admin' });
    assert.equal(sentence(html), `On TIME ${name} accepted Age, version 1, in English.`);
    assert.match(html, new RegExp(`<a href="/policies/people/${user}"[^>]*>${link}`));
  }
});

test('it says so for a visitor, and for what an account took over from one', async () => {
  const computer = new Computer(engine);
  await computer.json('PUT', '/user_terms/cookie/reject.json');
  const { event, openings } = await receiptAt('/user_terms/cookie/receipt', { cookie: computer.header });
  const foreign = await page(`/people/visitors/${openings!.subject.visitor}/events/${event.id}`, { user: 'admin' });
  assert.equal(sentence(foreign), 'On TIME a visitor without an account rejected Cookie, version 1, in English.');
  const signIn = computer.request('/sign-in', { method: 'POST' });
  await engine.policiesOf({ id: 'fred' }, signIn).adoptVisitorDecision('cookie');
  assert.equal(
    sentence(await page('/user_terms/cookie/receipt', { user: 'fred' })),
    'On TIME your account took over what you had rejected in a browser: Cookie, version 1, in English.',
  );
});
