/** Mistakes in a data rule whose options are valid one by one. */
import { fieldsOf } from '../../export/index.ts';
import type { DataRuleOptions, ErasureOptions, SetColumns } from './declaration.ts';
import { type Exporting, personsIn } from './normalise.ts';

/** A mistake, with its option. */
export interface Fault {
  readonly message: string;
  readonly path: readonly string[];
}

/** A data rule whose options were validated one by one. */
type ReadRule = Omit<DataRuleOptions, 'portability'> & Pick<Exporting, 'portability'>;

/** The mistakes of a rule, in the order of its options. */
export function faultsOf(rule: ReadRule): Fault[] {
  return [...sourceFaults(rule), ...fileFaults(rule), ...erasureFaults(rule), ...retentionFaults(rule)];
}

function* sourceFaults({ table, collection, member, portability, erasure }: ReadRule): Iterable<Fault> {
  if (collection !== undefined && member !== undefined) {
    yield { message: 'declare either collection or member, not both', path: [] };
  }
  if (table !== undefined || collection !== undefined || member !== undefined) return;
  if (actionOf(erasure) !== 'run') {
    yield {
      message: "declare where the data is: table, collection, member, or an erasure { action: 'run' }",
      path: [],
    };
  } else if (portability !== undefined && portability !== false) {
    yield { message: 'nothing can be exported without table, collection or member', path: ['portability'] };
  }
}

/** An export of a table reads only the columns that the rule names. */
function* fileFaults({ table, collection, member, portability }: ReadRule): Iterable<Fault> {
  const columns = table?.columns;
  if (columns === undefined || collection !== undefined || member !== undefined || !portability) return;
  for (const file of portability.files) {
    for (const column of fieldsOf(file).filter((one) => !columns.includes(one))) {
      const message = `the columns of the table do not include ${column}, which the file needs`;
      yield { message, path: ['portability', 'files', file.field] };
    }
  }
}

function* erasureFaults({ table, erasure }: ReadRule): Iterable<Fault> {
  const action = actionOf(erasure);
  if (erasure === undefined || action === 'run') return;
  if (table === undefined) {
    yield {
      message: `${JSON.stringify(action)} needs a table; without one a function erases: { action: 'run' }`,
      path: ['erasure'],
    };
    return;
  }
  const until = typeof erasure === 'object' && erasure.action === 'keep' ? erasure.until : undefined;
  const persons = personsIn(table.person);
  if (persons.length > 1 && action === 'keep') {
    const message = 'rows about several people cannot be kept for one of them: declare a rule for each person column';
    yield { message, path: ['erasure'] };
  }
  const [person] = persons;
  const parent = typeof person === 'object' ? person.rule : undefined;
  if (until?.rule !== undefined && until.rule !== parent) {
    const way = parent === undefined ? 'rows of this table name their person themselves' : `rows lead to ${parent}`;
    yield { message: `${way}, and to no row of ${until.rule}`, path: ['erasure', 'until', 'rule'] };
  }
  for (const { set, path } of setsIn(erasure)) yield* setFaults(set, table, ['erasure', ...path]);
}

function* retentionFaults({ table, retention }: ReadRule): Iterable<Fault> {
  if (typeof retention !== 'object') return;
  if (table === undefined) {
    yield {
      message: 'rows can be erased by age only with a table; without one, describe the period in words',
      path: ['retention'],
    };
  } else if (typeof retention.action === 'object' && retention.action.action === 'set') {
    yield* setFaults(retention.action, table, ['retention', 'action']);
  }
}

type Set = Pick<SetColumns, 'columns' | 'pseudonymised'>;

/** The places where an erasure sets columns. */
function* setsIn(erasure: ErasureOptions): Iterable<{ readonly set: Set; readonly path: readonly string[] }> {
  if (typeof erasure === 'string') return;
  if (erasure.action === 'set') yield { set: erasure, path: [] };
  if (erasure.action !== 'keep') return;
  if (erasure.columns !== undefined) yield { set: { columns: erasure.columns }, path: [] };
  const { afterwards } = erasure;
  if (typeof afterwards === 'object' && afterwards.action === 'set') yield { set: afterwards, path: ['afterwards'] };
}

function* setFaults(
  { columns, pseudonymised }: Set,
  { key = 'id', person }: NonNullable<DataRuleOptions['table']>,
  path: readonly string[],
): Iterable<Fault> {
  for (const name of typeof key === 'string' ? [key] : key) {
    if (!Object.hasOwn(columns, name)) continue;
    yield { message: 'this column tells the rows apart and cannot be set', path: [...path, 'columns', name] };
  }
  if (pseudonymised === false && typeof person === 'string' && !Object.hasOwn(columns, person)) {
    const message = `the column ${person} still has the id of the person: set it as well, or leave this out`;
    yield { message, path: [...path, 'pseudonymised'] };
  }
}

function actionOf(erasure: ErasureOptions | undefined): string | undefined {
  return typeof erasure === 'string' ? erasure : erasure?.action;
}
