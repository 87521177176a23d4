/** Addresses that crawlers of the old AJAX crawling scheme request, and the corresponding addresses in a person's browser. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutEscapedFragment } from '../../dist/grammar/dialects/escaped-fragment.js';

describe('the address that _escaped_fragment_ stands for', () => {
  for (const [name, asked, shown] of [
    ['a route', '/?_escaped_fragment_=key1=value1%26key2=value2', '/#!key1=value1&key2=value2'],
    ['a route beside parameters', '/a?b=1&_escaped_fragment_=/c&d=%2F', '/a?b=1&d=%2F#!/c'],
    ['an empty one', '/a/?_escaped_fragment_=', '/a/'],
    ['an empty one without an equals sign', '/a?_escaped_fragment_', '/a'],
    ['an empty one beside parameters, which stay as they are written', '/a?x=%7E&_escaped_fragment_=&&y', '/a?x=%7E&y'],
    ['an empty one after nothing, as Bing asks', '/?&_escaped_fragment_=', '/'],
    ['a route with a query of its own', '/?_escaped_fragment_=%2Fa%3Fb%3Dc%26d', '/#!/a?b=c&d'],
    ['a plus sign, which is one', '/?_escaped_fragment_=a+b', '/#!a+b'],
    ['what is not correctly encoded', '/?_escaped_fragment_=100%', '/#!100%'],
    ['two of them, of which the first counts', '/?_escaped_fragment_=a&_escaped_fragment_=b', '/#!a'],
    ['a parameter of nearly that name', '/?_escaped_fragment_x=a', '/?_escaped_fragment_x=a'],
    ['none, whose query stays', '/?&a=&', '/?&a=&'],
  ] as const) {
    test(name, () => {
      assert.equal(withoutEscapedFragment(new URL(asked, 'https://example.com')).href, `https://example.com${shown}`);
    });
  }
});
