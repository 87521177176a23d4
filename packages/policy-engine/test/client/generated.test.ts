/**
 * What is generated and in the repository is what its sources say. `npm run generate` writes it anew.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';
import { OPERATIONS_FILE, operationsModule } from './api-types.ts';
import { committed } from './bundle.ts';

const isUpdate = process.env['UPDATE_GENERATED'] === '1';

/** What people do; what only administrators do is none of a page's. */
const PLACES = /^\/(?:user_terms|consent|cookies|user_portability_requests)(?:\/|$)/;

test('the types of the client are those of the OpenAPI document', () => {
  const engine = createPolicyEngine({
    database: nodeSqliteDatabase(':memory:'),
    rules: [{ name: 'cookie', sessionless: true }],
    currentUser: () => null,
  });
  const text = operationsModule(engine.openApiDocument(), (path) => PLACES.test(path));
  if (isUpdate) writeFileSync(OPERATIONS_FILE, text);
  assert.equal(committed(OPERATIONS_FILE) === text, true, 'run `npm run generate`');
});
