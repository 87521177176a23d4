/** Signed addresses: valid and changed ones. No page is rendered. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { signUrl } from 'page-renderer';
import { Signatures } from '../../dist/server/access/signature.js';
import type { RenderLine } from '../../dist/grammar/grammar.js';
import { isRenderLine, parseLine, readRenderRequest } from '../../dist/grammar/grammar.js';

const KEY = { id: 'k1', secret: 'a secret of at least 32 characters' };
const OLD = { id: 'k0', secret: 'another secret of 32 or more chars' };
const TOMORROW = new Date(Date.now() + 86_400_000);
const keys = new Signatures([KEY, OLD]);

function lineOf(text: string): RenderLine | undefined {
  const line = parseLine(text);
  return line && isRenderLine(line) ? line : undefined;
}
/** Id of the key with which an address is accepted. */
function check(text: string, by = keys): string | undefined {
  const line = lineOf(text);
  return line?.signature === undefined ? undefined : by.check(line);
}
const sign = (line: string, key = KEY, expires = TOMORROW) => signUrl(line, { key, expires });
function requestOf(text: string) {
  const context = { width: 1000, height: 1000, passesRedirects: false };
  const { url, ...rest } = readRenderRequest(lineOf(text) ?? assert.fail(text), context);
  return { url: url.href, ...rest };
}

const TARGET = 'https://shop.example/a/b?page=1&width=5#!top';
const LINES = [
  `/render/${encodeURIComponent(TARGET)}`,
  `/render/${encodeURIComponent(TARGET)}?mobile&timezoneId=Europe/Rome&refreshCache=true`,
  `/screenshot/${encodeURIComponent(TARGET)}?width=800&height=600`,
  '/screenshot/https://shop.example/a?b=1&width=800&c=2',
  `/render?url=${encodeURIComponent(TARGET)}&renderType=png&width=10`,
  '/https://shop.example/a?width=1&signature=2',
  `/${encodeURIComponent(TARGET)}`,
];

describe('a signed address', () => {
  for (const line of LINES) {
    test(`asks for the same as the one that was signed: ${line}`, () => {
      assert.equal(check(sign(line)), 'k1');
      assert.deepEqual(requestOf(sign(line)), requestOf(line));
    });
  }
  test('keeps its origin, and holds for any', () => {
    const line = LINES[2] ?? '';
    const url = sign(`https://render.example${line}`);
    assert.ok(url.startsWith('https://render.example/signed/k1.') && url.endsWith(line));
    assert.equal(check(url.replace('https://render.example', '')), 'k1');
    // As clients of proxies write a request line.
    assert.equal(check(url), 'k1');
  });
  test('is valid with each of the keys, but not with a removed key or another one with its id', () => {
    const line = LINES[0] ?? '';
    assert.equal(check(sign(line, OLD)), 'k0');
    assert.equal(check(sign(line, OLD), new Signatures([KEY])), undefined);
    assert.equal(check(sign(line, { ...KEY, secret: OLD.secret })), undefined);
  });
  test('is valid until its expiry, and not from then on', () => {
    const line = LINES[0] ?? '';
    const now = Date.now();
    assert.equal(check(sign(line, KEY, new Date(now - 1))), undefined);
    assert.equal(check(sign(line, KEY, new Date(now + 60_000))), 'k1');
  });
  test('is made as the documentation says', () => {
    const reference = readFileSync(path.join(import.meta.dirname, '../../docs/reference.md'), 'utf8');
    const text = /```\n(page-renderer signature 1\n[^`]*)\n```/.exec(reference)?.[1] ?? '';
    const [, id = '', seconds = '', endpoint = '', target = '', height = '', width = ''] = text.split('\n');
    const line = `/${endpoint}/${encodeURIComponent(target)}?${width}&${height}`;
    const expected = createHmac('sha256', KEY.secret).update(text).digest('base64url');
    const url = sign(line, { ...KEY, id }, new Date(Number(seconds) * 1000));
    assert.equal(url, `/signed/${id}.${seconds}.${expected}${line}`);
  });
});

describe('what was changed is refused', () => {
  const signed = sign('/screenshot/https%3A%2F%2Fshop.example%2Fa%2F?width=800&height=600');
  const [, prefix = '', rest = ''] = /^(\/signed\/[^/]+)(\/.*)$/.exec(signed) ?? [];
  const [, id = '', seconds = '', mac = ''] = /^\/signed\/([^.]+)\.([^.]+)\.(.+)$/.exec(prefix) ?? [];
  for (const [what, changed] of [
    ['another page', prefix + rest.replace('shop.example', 'evil.example')],
    ['another path', prefix + rest.replace('%2Fa%2F', '%2Fb%2F')],
    ['no slash at the end', prefix + rest.replace('a%2F', 'a')],
    ['a path in capitals', prefix + rest.replace('%2Fa%2F', '%2FA%2F')],
    ['an encoded letter in the path', prefix + rest.replace('%2Fa%2F', '%2F%2561%2F')],
    ['an encoded slash in the path', prefix + rest.replace('%2Fa%2F', '%2Fa%252F')],
    ['a dot segment that leads on', prefix + rest.replace('a%2F', 'a%2F..%2F')],
    ['another port', prefix + rest.replace('shop.example', 'shop.example%3A8443')],
    ['another scheme', prefix + rest.replace('https', 'http')],
    ['another endpoint', prefix + rest.replace('/screenshot/', '/render/')],
    ['options that were swapped', prefix + rest.replace('width=800&height=600', 'width=600&height=800')],
    ['an option that was taken away', prefix + rest.replace('&height=600', '')],
    ['an option that was added', `${prefix + rest}&mobile=true`],
    ['an option that was given twice', `${prefix + rest}&width=9`],
    ['an option that was given twice, the other way round', prefix + rest.replace('?', '?width=9&')],
    ['refreshCache', `${prefix + rest}&refreshCache=true`],
    ['a parameter of the target', `${prefix + rest}&a=1`],
    ['a signature in the query', `${rest}&signature=${mac}&expires=${seconds}&key=${id}`],
    ['a longer time', `/signed/${id}.${Number(seconds) + 1}.${mac}${rest}`],
    ['a time that is written otherwise', `/signed/${id}.0${seconds}.${mac}${rest}`],
    ['no end', `/signed/${id}..${mac}${rest}`],
    ['another key', `/signed/k0.${seconds}.${mac}${rest}`],
    ['no key', `/signed/.${seconds}.${mac}${rest}`],
    ['a key that there is not', `/signed/toString.${seconds}.${mac}${rest}`],
    ['no signature', `/signed/${id}.${seconds}.${rest}`],
    ['half a signature', `/signed/${id}.${seconds}.${mac.slice(0, 21)}${rest}`],
    ['a signature in capitals', `/signed/${id}.${seconds}.${mac.toUpperCase()}${rest}`],
    ['two signatures', prefix + signed],
    ['an encoded prefix', signed.replace('/signed/', '/signed%2F')],
    ['dot segments out of it', `${prefix}/../..${rest}`],
    ['dot segments into it', `/x/..${signed}`],
    ['administration', `${prefix}/cache`],
    ['the removal of everything', `${prefix}/invalidate/`],
    ['the removal of the page', prefix + rest.replace('/screenshot/', '/invalidate/')],
    ['the home page', `${prefix}/?url=https%3A%2F%2Fshop.example%2Fa%2F`],
    ['an invalid target', `${prefix}/screenshot/https%3A%2F%2F?width=800&height=600`],
    ['a target that is not encoded right', `${prefix}/screenshot/%E0%A4%A?width=800&height=600`],
  ] as const) {
    test(what, () => {
      assert.notEqual(changed, signed);
      assert.equal(check(changed), undefined, changed);
    });
  }
});

describe('what is only written otherwise asks for the same, and holds', () => {
  const signed = sign('/screenshot/https%3A%2F%2Fshop.example%2Fa%2F?width=800&height=600');
  for (const [what, written] of [
    ['a host in capitals', signed.replace('shop.example', 'SHOP.example')],
    ['the port of the scheme', signed.replace('shop.example', 'shop.example%3A443')],
    ['dot segments that lead back', signed.replace('%2Fa%2F', '%2Fx%2F..%2Fa%2F')],
    ['a target that is not encoded', signed.replace('https%3A%2F%2Fshop.example%2Fa%2F', 'https://shop.example/a/')],
    ['a slash that a proxy has merged', signed.replace('https%3A%2F%2Fshop.example%2Fa%2F', 'https:/shop.example/a/')],
    ['options in another order', signed.replace('width=800&height=600', 'height=600&width=800')],
    ['options that are encoded', signed.replace('width', '%77idth')],
  ] as const) {
    test(what, () => {
      assert.notEqual(written, signed);
      assert.equal(check(written), 'k1', written);
      assert.deepEqual(requestOf(written), requestOf(signed));
    });
  }
});

test('an endpoint is not taken for another one', () => {
  const encoded = encodeURIComponent('https://shop.example/a');
  const lines = [`/render/${encoded}`, `/screenshot/${encoded}`, `/${encoded}`, `/render?url=${encoded}`];
  for (const line of lines) {
    const prefix = sign(line).slice(0, -line.length);
    assert.deepEqual(
      lines.filter((other) => check(prefix + other) !== undefined),
      [line],
    );
  }
});

test('whatever one changes: what still holds asks for exactly what was signed', () => {
  const marks = [
    '/',
    '?',
    '&',
    '=',
    '#',
    '%',
    '%2F',
    '%26',
    '%23',
    '%00',
    '%0A',
    '..',
    '.',
    ':',
    '@',
    '+',
    ' ',
    '0',
    'a',
    'A',
  ];
  const words = [
    'width',
    'height=1',
    'mobile',
    'url=',
    'refreshCache=true',
    'signed',
    'render',
    'screenshot',
    '\\',
    '%5C',
  ];
  const piece = fc.constantFrom(...marks, ...words);
  const edit = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3), fc.array(piece, { maxLength: 2 }));
  let held = 0;
  fc.assert(
    fc.property(fc.constantFrom(...LINES), fc.array(edit, { minLength: 1, maxLength: 3 }), (line, edits) => {
      const signed = sign(line);
      const start = signed.length - line.length;
      const changed = edits.reduce((text, [where, cut, pieces]) => {
        const at = Math.min(text.length, start + Math.floor(where * (text.length - start)));
        return text.slice(0, at) + pieces.join('') + text.slice(at + cut);
      }, signed);
      if (check(changed) === undefined) return;
      held += 1;
      assert.deepEqual(requestOf(changed), requestOf(signed), changed);
    }),
    { numRuns: 3_000 },
  );
  assert.ok(held > 10, `${held} held, so that the comparison was made`);
});

for (const [what, url, options] of [
  ['a page', 'https://shop.example/a', {}],
  ['administration', '/cache', {}],
  ['what is signed', sign('/render/https://shop.example/'), {}],
  ['a fragment, which browsers do not send', '/render/https://shop.example/#!a', {}],
  ['a key with a dot in its id', '/render/https://shop.example/', { key: { ...KEY, id: 'a.b' } }],
  ['no date', '/render/https://shop.example/', { expires: new Date('never') }],
] as const) {
  test(`signUrl signs no such thing: ${what}`, () => {
    assert.throws(() => signUrl(url, { key: KEY, expires: TOMORROW, ...options }), { code: 'invalid-parameter' });
  });
}
