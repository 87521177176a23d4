/**
 * Which address a request line of a client of Prerender is about. What Prerender renders for the same line is what `getOptions` of
 * prerender 5.21.6 returns, as a browser writes it, or 400 where its service refuses it; `findings/` shows why some of it is another
 * page than the one that was asked for.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RendererError } from 'page-renderer';
import { isRenderLine, parseLine, readRenderRequest } from '../../dist/grammar/grammar.js';

/** Lines with the address that both render. */
const SAME: ReadonlyArray<readonly [line: string, address: string]> = [
  ['/https://site.example', 'https://site.example/'],
  ['/http://site.example:8080/a', 'http://site.example:8080/a'],
  ['/https://site.example:443/a', 'https://site.example/a'],
  ['/https://SITE.example/A', 'https://site.example/A'],
  ['/https%3A%2F%2Fsite.example%2Fa%3Fb%3Dc%26d', 'https://site.example/a?b=c&d'],
  ['/https%3A//site.example/a%3Fb=c', 'https://site.example/a?b=c'],
  ['/https%253A%252F%252Fsite.example%252Fa%253Fb%253Dc', 'https://site.example/a?b=c'],
  ['/https://site.example/a?b=c&d=e', 'https://site.example/a?b=c&d=e'],
  ['/https://site.example/a?b', 'https://site.example/a?b'],
  ['/https://site.example/a?b=&c', 'https://site.example/a?b=&c'],
  ['/https://site.example/a?', 'https://site.example/a?'],
  ['/https://site.example/a?b=100%', 'https://site.example/a?b=100%'],
  ['/https://site.example/a%3Fb', 'https://site.example/a?b'],
  ['/https://site.example/a%23b', 'https://site.example/a%23b'],
  ['/https://site.example/a?b=%23c', 'https://site.example/a?b=%23c'],
  ['/https://site.example/a#!b', 'https://site.example/a#!b'],
  ['/https%3A%2F%2Fsite.example%2F%23!%2Fa', 'https://site.example/#!/a'],
  ['/https://site.example/caf%C3%A9?q=%C3%A9', 'https://site.example/caf%C3%A9?q=%C3%A9'],
  ['/https://site.example/café', 'https://site.example/caf%C3%A9'],
  ['/https://site.example/%E9', 'https://site.example/%E9'],
  ['/https://m%C3%BCnchen.example/a', 'https://xn--mnchen-3ya.example/a'],
  ['/https%3A%2F%2Fm%C3%BCnchen.example%2F', 'https://xn--mnchen-3ya.example/'],
  ['/https://site.example/?_escaped_fragment_=', 'https://site.example/'],
  ['/https://site.example/?_escaped_fragment_', 'https://site.example/'],
  ['/https://site.example/?&_escaped_fragment_=', 'https://site.example/'],
  ['/https://site.example/?_escaped_fragment_=/a', 'https://site.example/#!/a'],
  ['/https://site.example/a?x=1&_escaped_fragment_=&y=2', 'https://site.example/a?x=1&y=2'],
  ['/https%3A%2F%2Fsite.example%2F%3F_escaped_fragment_%3Da', 'https://site.example/#!a'],
  ['/https://site.example/a b', 'https://site.example/a%20b'],
  ['/https://site.example//a', 'https://site.example//a'],
  ['/https://site.example/a?b=c&b=d', 'https://site.example/a?b=c&b=d'],
  ['/render?url=https%3A%2F%2Fsite.example%2Fa%3Fb%3Dc%26d', 'https://site.example/a?b=c&d'],
  ['/render?url=https://site.example/a?b=c', 'https://site.example/a?b=c'],
  ['/render?url=https%3A%2F%2Fsite.example%2F%23!%2Fa', 'https://site.example/#!/a'],
  ['/render?url=https%3A%2F%2Fsite.example%2F%3F_escaped_fragment_%3Da', 'https://site.example/#!a'],
  ['/render?url=https%3A%2F%2Fsite.example%2Fcaf%25C3%25A9', 'https://site.example/caf%C3%A9'],
];

/** Lines with the address that we render, or the code of an error, and what Prerender renders; by the reason. */
const DIFFERENT: Readonly<Record<string, ReadonlyArray<readonly [line: string, ours: string, prerender: string]>>> = {
  'an escape of the address itself stays: it is decoded once, as the bot asked for it': [
    ['/https://site.example/a?b=c%26d', 'https://site.example/a?b=c%26d', 'https://site.example/a?b=c&d'],
    ['/https://site.example/a?b=c%3Fd', 'https://site.example/a?b=c%3Fd', 'https://site.example/a?b=c&d'],
    ['/https://site.example/a?b=%2B+%20', 'https://site.example/a?b=%2B+%20', 'https://site.example/a?b=++'],
    ['/https://site.example/100%25', 'https://site.example/100%25', 'https://site.example/100%'],
    ['/https://site.example/a%2Fb', 'https://site.example/a%2Fb', 'https://site.example/a/b'],
    ['/https://site.example/a%252Fb', 'https://site.example/a%2Fb', 'https://site.example/a/b'],
    ['/https://site.example/a%0Ab', 'https://site.example/a%0Ab', 'https://site.example/ab'],
    ['/https://site.example/a%23!b', 'https://site.example/a%23!b', 'https://site.example/a#!b'],
    ['/render?url=https%3A%2F%2Fsite.example%2Fa%253Fb', 'https://site.example/a%3Fb', 'https://site.example/a?b'],
    [
      '/render?url=https%3A%2F%2Fsite.example%2Fa%3Fb%3Dc%2526d',
      'https://site.example/a?b=c%26d',
      'https://site.example/a?b=c&d',
    ],
  ],
  'a question mark in a query is part of it': [
    ['/https://site.example/a?b=c?d', 'https://site.example/a?b=c?d', 'https://site.example/a?b=c&d'],
  ],
  'a fragment is a route if it begins with #! or #/, and a position in the page otherwise': [
    ['/https://site.example/a#b', 'https://site.example/a', 'https://site.example/a%23b'],
    ['/https%3A%2F%2Fsite.example%2F%23a', 'https://site.example/', 'https://site.example/%23a'],
    ['/render?url=https%3A%2F%2Fsite.example%2F%23%2Fa', 'https://site.example/#/a', 'https://site.example/%23/a'],
  ],
  'the value of _escaped_fragment_ is decoded once, belongs to the route, and + is a plus sign': [
    [
      '/https://site.example/?_escaped_fragment_=%2Fa%3Fb%3Dc',
      'https://site.example/#!/a?b=c',
      'https://site.example/?b=c#!/a',
    ],
    [
      '/https://site.example/?a=b&_escaped_fragment_=c%26d',
      'https://site.example/?a=b#!c&d',
      'https://site.example/?a=b&d=#!c',
    ],
    [
      '/https://site.example/?_escaped_fragment_=a&_escaped_fragment_=b',
      'https://site.example/#!a',
      'https://site.example/',
    ],
    ['/https://site.example/?_escaped_fragment_=a+b', 'https://site.example/#!a+b', 'https://site.example/#!a%20b'],
    ['/https://site.example/a?b=%7E&_escaped_fragment_=', 'https://site.example/a?b=%7E', 'https://site.example/a?b=~'],
  ],
  'a slash that a proxy has merged is restored': [
    ['/https:/site.example/a', 'https://site.example/a', '400'],
    ['/https:///site.example/a', 'https://site.example/a', '400'],
  ],
  'an address with a user name or a password is refused': [
    ['/https://user:pass@site.example/a', 'invalid-url', 'https://user:pass@site.example/a'],
    ['/https%3A%2F%2Fuser%40site.example%2Fa', 'invalid-url', 'https://user@site.example/a'],
    ['/render?url=https%3A%2F%2Fuser%3Apass%40site.example%2F', 'invalid-url', 'https://user:pass@site.example/'],
  ],
  'what is no address has an error of its own': [
    ['/https://', 'invalid-url', '400'],
    ['/render?url=', 'invalid-url', '400'],
    ['/render?url=ftp%3A%2F%2Fsite.example%2F', 'unsupported-scheme', '400'],
    ['/ftp://site.example/a', 'not-found', '400'],
    ['/javascript:alert(1)', 'not-found', '400'],
    ['/site.example/a', 'not-found', '400'],
    ['//site.example/a', 'not-found', '400'],
  ],
};

/** The address of a line, or the code of an error. */
function addressOf(sent: string): string {
  const line = parseLine(sent);
  if (!line || !isRenderLine(line)) return 'not-found';
  try {
    return readRenderRequest(line, { width: 1, height: 1, passesRedirects: false }).url.href;
  } catch (error) {
    assert.ok(error instanceof RendererError, String(error));
    return error.code;
  }
}

describe('the address of a request line of Prerender', () => {
  for (const [line, address] of SAME) {
    test(`is the one that Prerender renders: ${line}`, () => assert.equal(addressOf(line), address));
  }
  for (const [reason, lines] of Object.entries(DIFFERENT)) {
    test(`differs where ${reason}`, () => {
      for (const [line, ours, theirs] of lines) {
        assert.equal(addressOf(line), ours, line);
        assert.notEqual(ours, theirs, line);
      }
    });
  }
});
