/** Statements for states that a walk does not get into: asked for directly, for what the driver makes of them. */
import assert from 'node:assert/strict';
import type { Database } from 'policy-engine';
import { EventStore } from '../../../dist/modules/proof/ledger/store.js';
import { DeliveryStore } from '../../../dist/modules/webhooks/deliveries/store.js';
import { engineNaming } from '../../../dist/schema.js';

export async function walkRare(database: Database): Promise<void> {
  const naming = engineNaming(database.dialect);
  // The verification asks for it in a ledger with a hole as large as a page.
  assert.equal(await new EventStore(database, naming).nextPlace(0), 0);
  // A page of failed jobs asks for it if it lists deliveries.
  assert.deepEqual(await new DeliveryStore(database, naming).findAll(['none']), []);
}
