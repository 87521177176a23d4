import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { localPath, safeHref } from '../../dist/platform/web/index.js';

suite('URLs in pages', () => {
  for (const url of [
    '/a?b#c',
    'a/b:c',
    '#x',
    '?x=javascript:1',
    '//cdn.test/x',
    'https://x.test',
    'MAILTO:a@b.c',
    'tel:1',
  ]) {
    test(`a link may lead to ${url}`, () => assert.equal(safeHref(url), url));
  }
  for (const url of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' \u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://x/1',
    'file:///etc/passwd',
  ]) {
    test(`a link to ${JSON.stringify(url)} is replaced by #`, () => assert.equal(safeHref(url), '#'));
  }
});

suite('return paths', () => {
  for (const path of ['/', '/a?b=c#d', '/a/b.json', '/search?next=https://evil.example']) {
    test(`a return path may be ${path}`, () => assert.equal(localPath(path, '/home'), path));
  }
  for (const path of [
    null,
    undefined,
    '',
    'a',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    ' /evil',
  ]) {
    test(`the return path ${JSON.stringify(path)} is replaced by the default`, () =>
      assert.equal(localPath(path, '/home'), '/home'));
  }
});
