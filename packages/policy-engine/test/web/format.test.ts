import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatOfAccept, segmentsOf, splitSuffix } from '../../dist/platform/web/view/format.js';
import { HttpError } from '../../dist/platform/web/index.js';

const routes = ['/', '/user_terms', '/user_terms/pending', '/user_terms/{id}', '/user_terms/{id}/accept'].map(
  (path) => ({
    segments: segmentsOf(path),
  }),
);

suite('format suffix', () => {
  const split: [path: string, route: string, suffix: 'json' | 'html' | null][] = [
    ['/', '/', null],
    ['/user_terms', '/user_terms', null],
    ['/user_terms.json', '/user_terms', 'json'],
    ['/user_terms/pending.html', '/user_terms/pending', 'html'],
    ['/user_terms/pending.JSON', '/user_terms/pending', 'json'],
    ['/user_terms/1/accept.json', '/user_terms/1/accept', 'json'],
    ['/user_terms/a.b', '/user_terms/a.b', null],
    ['/user_terms/mail@example.com', '/user_terms/mail@example.com', null],
    ['/user_terms/mail@example.com.json', '/user_terms/mail@example.com', 'json'],
    ['/user_terms/a.json.json', '/user_terms/a.json', 'json'],
    ['/user_terms/v1.2.3', '/user_terms/v1.2.3', null],
    ['/user_terms/a.b/accept', '/user_terms/a.b/accept', null],
    ['/user_terms/.hidden', '/user_terms/.hidden', null],
  ];
  for (const [path, route, suffix] of split) {
    test(`${path} leads to ${route} in the format ${suffix ?? 'of the Accept header'}`, () => {
      assert.deepEqual(splitSuffix(path, routes), { path: route, suffix });
    });
  }
  for (const path of ['/user_terms.xml', '/user_terms/pending.foo', '/user_terms/1.csv', '/user_terms/1/accept.js']) {
    test(`${path} is refused with 406, because its format is unknown`, () => {
      assert.throws(
        () => splitSuffix(path, routes),
        (error) => error instanceof HttpError && error.status === 406,
      );
    });
  }
});

suite('Accept', () => {
  const accepts: [accept: string | null, format: 'json' | 'html'][] = [
    [null, 'html'],
    ['', 'html'],
    ['*/*', 'html'],
    ['application/json', 'json'],
    ['application/json, text/plain, */*', 'json'],
    ['application/problem+json', 'json'],
    ['application/vnd.api+json;q=0.9', 'json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', 'html'],
    ['text/html, application/json', 'html'],
    ['application/json, text/html', 'json'],
    ['text/html;q=0.5, application/json', 'json'],
    ['text/html, application/json;q=0.9', 'html'],
    ['application/json;q=0, */*', 'html'],
    ['application/json;q=0.5, */*', 'html'],
    ['image/png', 'html'],
    ['application/json;q=nonsense', 'html'],
  ];
  for (const [accept, format] of accepts) {
    test(`the Accept header ${accept ?? '(none)'} is answered with ${format}`, () =>
      assert.equal(formatOfAccept(accept), format));
  }
});
