/** Rows of several rules that refer to each other in a circle: deleted in one transaction. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { Together, TableRule } from '../../data-map/index.ts';
import { goingOf } from '../host/dependents.ts';
import type { Key } from '../host/key.ts';
import { sidesOf } from './parts.ts';
import { type RuleWork, takeParts } from './rule-step.ts';
import { Changes } from './changes.ts';
import { isSplit } from '../host/dependents.ts';

/** Keeps the parameters of a statement below the limit of every database. */
const AT_ONCE = 500;

/**
 * Deletes the rows of rules in one transaction. Their keys are read first: once the rows of one rule are gone, those of the others can
 * no longer be found.
 *
 * @param workOf what each rule needs
 */
export async function eraseTogether(
  { rules, isDeferred }: Together,
  workOf: (rule: TableRule) => RuleWork,
  database: Database,
): Promise<void> {
  for (const rule of rules.filter(isSplit)) {
    // What others keep is emptied on its own.
    const work = workOf(rule);
    await takeParts(rule, sidesOf(rule, {}, work, goingOf(work.rows.tables, rule, work.userId)), work);
  }
  const { deferKeys } = dialectNamed(database.dialect);
  await database.transaction(
    async (transaction) => {
      if (isDeferred && deferKeys !== null) await transaction.execute(deferKeys);
      const found: Array<readonly [TableRule, Key[]]> = [];
      for (const rule of rules) found.push([rule, await keysOf(transaction, rule, workOf(rule))]);
      for (const [rule, keys] of found) await deleteAll(transaction, rule, keys, workOf(rule));
    },
    { isolation: 'read committed' },
  );
}

async function keysOf(transaction: Database, rule: TableRule, { rows, userId }: RuleWork): Promise<Key[]> {
  const where = goingOf(rows.tables, rule, userId);
  const keys: Key[] = [];
  for (;;) {
    const after = keys.at(-1) ?? null;
    const page = await rows.page(rule, where, { after, limit: AT_ONCE, columns: [], within: transaction });
    keys.push(...page.map(({ key }) => key));
    if (page.length < AT_ONCE) return keys;
  }
}

async function deleteAll(transaction: Database, rule: TableRule, keys: readonly Key[], work: RuleWork): Promise<void> {
  const { rows, note, signal } = work;
  const changes = new Changes(work.changed);
  let done = 0;
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    signal.throwIfAborted();
    const some = keys.slice(from, from + AT_ONCE);
    await changes.before(transaction, rule, rows.among(rule, some), work);
    done += await rows.delete(transaction, rule, some, null);
  }
  await note(transaction, { done, change: changes.noted() });
}
