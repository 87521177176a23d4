/**
 * The generated files in the repository match their sources. `npm run generate` writes them.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';
import { OPERATIONS_FILE, operationsModule } from './api-types.ts';
import { committed } from './bundle.ts';

const isUpdate = process.env['UPDATE_GENERATED'] === '1';

/** Operations for people; pages do not use those for administrators. */
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
