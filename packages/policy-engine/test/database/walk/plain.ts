/** A shop with nothing but three rules and their texts, whose decisions are written the short way; and a transaction of its host. */
import { fromTransaction } from 'policy-engine/database';
import { getTestEngine } from 'policy-engine/testing';
import { LEDGER_KEY, type Walker } from './walker.ts';

export async function walkPlain({ database, now }: Walker): Promise<void> {
  const test = await getTestEngine({ database, now, ledgerKey: LEDGER_KEY, logger: { error: () => {} } });
  const { engine } = test;
  for (const verb of ['accept', 'reject']) {
    await test.as(null).json('PUT', `/policies/user_terms/cookie/${verb}.json`);
    await test.as('kim').json('PUT', `/policies/user_terms/cookie/${verb}.json`);
  }
  const form = { policy_rule_age: '1', policy_rule_privacy_terms: '1' };
  await database.transaction(async (transaction) => {
    const execute = transaction.execute.bind(transaction);
    const joined = fromTransaction({ dialect: database.dialect, execute });
    await engine.validatePolicies('create', form, { transaction: joined });
    await engine.recordPolicies(joined, 'lea', form);
    await engine.ledger.erase('kim', joined);
  });
}
