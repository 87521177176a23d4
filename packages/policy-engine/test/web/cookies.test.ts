import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Cookies } from '../../dist/platform/web/index.js';

suite('cookies', () => {
  test('are parsed: decoded, the first of a name, malformed ones unchanged', () => {
    const cookies = new Cookies('a=1; b=x%3Dy; a=2; broken=%E0%A4%A; empty=; nonsense; policy_rule_cookie=accepted');
    assert.deepEqual(
      ['a', 'b', 'broken', 'empty', 'nonsense', 'policy_rule_cookie'].map((name) => cookies.get(name)),
      ['1', 'x=y', '%E0%A4%A', '', undefined, 'accepted'],
    );
    assert.equal(new Cookies(null).get('toString'), undefined);
  });
  test('are set several at once, the last of a name, domain and path', () => {
    const cookies = new Cookies(null);
    cookies.set('a', '1');
    cookies.set('a', '2');
    cookies.set('a', '3', { domain: '.Example.com', maxAge: 60, secure: true, httpOnly: true, sameSite: 'Strict' });
    assert.deepEqual(cookies.changes(), [
      'a=2; Path=/; SameSite=Lax',
      'a=3; Path=/; Domain=Example.com; Max-Age=60; HttpOnly; Secure; SameSite=Strict',
    ]);
  });
  test('are deleted by name, domain and path', () => {
    const cookies = new Cookies(null);
    cookies.delete('_ga', { domain: 'example.com', path: '/shop' });
    cookies.delete('__Host-id');
    assert.deepEqual(cookies.changes(), [
      '_ga=; Path=/shop; Domain=example.com; Max-Age=0',
      '__Host-id=; Path=/; Max-Age=0; Secure',
    ]);
  });
  test('cannot break the syntax of the header', () => {
    const cookies = new Cookies(null);
    cookies.set('a', 'x; Domain=evil.example\r\nSet-Cookie: b=1');
    assert.deepEqual(cookies.changes(), [
      'a=x%3B%20Domain%3Devil.example%0D%0ASet-Cookie%3A%20b%3D1; Path=/; SameSite=Lax',
    ]);
    const refused: [name: string, options: Parameters<Cookies['set']>[2]][] = [
      ['a=b', {}],
      ['a;b', {}],
      ['a\r\nb', {}],
      ['', {}],
      ['a', { domain: 'example.com; Secure' }],
      ['a', { domain: 'example.com\r\nX: 1' }],
      ['a', { domain: '' }],
      ['a', { domain: '..example.com' }],
      ['a', { path: '/; HttpOnly' }],
      ['a', { path: 'shop' }],
      ['a', { path: '/\r\n' }],
      ['a', { maxAge: Number.NaN }],
    ];
    for (const [name, options] of refused) {
      assert.throws(() => cookies.set(name, '1', options), { code: 'invalid_cookie' }, JSON.stringify([name, options]));
    }
  });
});
