/** What components read of the consent, without a framework. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConsentView } from '../../../dist/client/components/consent-view.js';

test('what is known is one object until it changes, also before anybody subscribes', () => {
  const view = new ConsentView({});
  const { known } = view;
  assert.equal(view.known, known);
  assert.deepEqual(known, { state: null, isFirst: false });
});
