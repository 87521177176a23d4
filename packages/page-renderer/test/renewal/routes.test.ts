/** The pages that are similar, and what is learned about them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routeOf, Routes } from '../../dist/cache/renewals/routes.js';

const DAY = 24 * 60 * 60_000;

test('pages whose addresses differ in a name or a number are one route', () => {
  const of = (address: string) => routeOf(new URL(address, 'https://example.com'));
  assert.equal(of('/lamps/12'), of('/lamps/13'));
  assert.equal(of('/blog/one?b=1&a=2'), of('/blog/two?a=3&b=4'));
  assert.equal(of('/p12/reviews'), of('/p13/comments'));
  assert.equal(of('/#/lamps/1'), of('/#/lamps/2'));
  const apart = ['/', '/about', '/contact', '/blog/one', '/blog/one?a=1', '/#/about', 'https://other.example/about'];
  assert.equal(new Set(apart.map(of)).size, apart.length);
});

test('a route is renewed once a page of it came out the same, and one in twenty is rendered all the same', () => {
  const routes = new Routes();
  assert.equal(routes.mayRenew('a', 1, 0), false);
  routes.learn('a', true, 1, 0);
  assert.deepEqual([routes.stateOf('a', 0), routes.stateOf('b', 0)], ['steady', 'unknown']);
  const turns = Array.from({ length: 60 }, () => routes.mayRenew('a', 1, 0));
  assert.deepEqual(
    turns.flatMap((may, at) => (may ? [] : [at])),
    [19, 39, 59],
  );
});

test('a route of which a page came out otherwise is rendered for a day, and then has to be seen again', () => {
  const routes = new Routes();
  routes.learn('a', true, 1, 0);
  routes.learn('a', false, 1, 0);
  // The same result of another page says nothing about the one that differed.
  routes.learn('a', true, 1, 1);
  assert.deepEqual([routes.stateOf('a', DAY - 1), routes.mayRenew('a', 1, DAY - 1)], ['varying', false]);
  assert.deepEqual([routes.stateOf('a', DAY), routes.mayRenew('a', 1, DAY)], ['unknown', false]);
  routes.learn('a', true, 1, DAY);
  assert.equal(routes.mayRenew('a', 1, DAY), true);
});

test('no page is renewed that is more than four times as old as one that was seen to come out the same', () => {
  const routes = new Routes();
  routes.learn('a', true, 100, 0);
  assert.deepEqual([routes.mayRenew('a', 400, 0), routes.mayRenew('a', 401, 0)], [true, false]);
  routes.learn('a', true, 401, 0);
  routes.learn('a', true, 50, 0);
  assert.deepEqual([routes.mayRenew('a', 1_604, 0), routes.mayRenew('a', 1_605, 0)], [true, false]);
  routes.learn('a', false, 50, 0);
  routes.learn('a', true, 10, DAY);
  assert.deepEqual([routes.mayRenew('a', 40, DAY), routes.mayRenew('a', 41, DAY)], [true, false]);
});
