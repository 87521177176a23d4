/**
 * Rows that the database deletes with others (`on delete cascade`), followed to any depth: each level is read by its keys, and no row
 * is read twice, so that a circle ends.
 */
import type { LiveTable } from '../../../platform/database/schema/live-schema.ts';
import type { Database } from '../../../platform/database/port.ts';
import { keyText, type Reference, refuses } from '../../data-map/index.ts';
import { among, column, joined, run, type Sql, sql, table } from './sql.ts';

/** Keeps the parameters of a statement below the limit of every database. */
const AT_ONCE = 500;

/** Rows of one table, by the columns that others refer to. */
interface Level {
  readonly live: LiveTable;
  readonly names: readonly string[];
  readonly rows: ReadonlyArray<readonly unknown[]>;
}

/** Rows that go with others. */
export class Cascades {
  readonly #database: Database;
  readonly #references: readonly Reference[];
  readonly #seen = new Map<LiveTable, Set<string>>();

  /** @param references all of the schema */
  constructor(database: Database, references: readonly Reference[]) {
    this.#database = database;
    this.#references = references;
  }

  /** The rows of a condition that were not read before, as conditions by their keys. */
  async unseen(live: LiveTable, where: Sql): Promise<Sql[]> {
    const levels = await this.#read(live, where);
    return levels.map(({ names, rows }) => among(names, rows));
  }

  /**
   * Whether the database would delete rows with these that have to stay, or would refuse to delete one of them.
   *
   * @param stays rows of a table that have to stay; null for none
   * @param emptied rows whose reference to the first ones becomes null before; null for none
   */
  async holdsBack(
    live: LiveTable,
    going: Sql,
    {
      stays,
      emptied,
    }: {
      readonly stays: (live: LiveTable) => Sql | null;
      readonly emptied: (reference: Reference) => Sql | null;
    },
  ): Promise<boolean> {
    const fallen = await this.#read(live, going);
    const first = new Set(fallen);
    // It can be iterated while it grows.
    for (const level of fallen) {
      for (const reference of this.#into(level.live)) {
        const { from, key } = reference;
        const all = key.onDelete === 'cascade' ? referring(reference, level) : null;
        if (all === null) continue;
        const free = first.has(level) ? emptied(reference) : null;
        const refers = free === null ? all : sql`${all} and (${free}) is not true`;
        const staying = stays(from);
        if (staying !== null && (await this.#any(from, sql`${refers} and (${staying}) is true`))) return true;
        fallen.push(...(await this.#read(from, refers)));
      }
    }
    for (const level of fallen.filter((one) => !first.has(one))) {
      for (const reference of this.#into(level.live).filter(refuses)) {
        const refers = referring(reference, level);
        // What is deleted with them does not hold them back: keys hold at the end of the statement.
        if (refers === null) continue;
        if ((await this.#read(reference.from, refers)).length > 0) return true;
      }
    }
    return false;
  }

  /** Deletes what `on delete cascade` would delete with rows on deeper levels than the database follows, the deepest first. */
  async deleteDeepest(live: LiveTable, going: Sql, levels: number): Promise<void> {
    if (!this.#mayBeDeeper(live, levels)) return;
    const fallen: Array<{ readonly level: Level; readonly depth: number }> = [];
    const add = async (from: LiveTable, where: Sql, depth: number) =>
      fallen.push(...(await this.#read(from, where)).map((level) => ({ level, depth })));
    await add(live, going, 0);
    // It can be iterated while it grows.
    for (const { level, depth } of fallen) {
      for (const reference of this.#into(level.live).filter(({ key }) => key.onDelete === 'cascade')) {
        const refers = referring(reference, level);
        if (refers !== null) await add(reference.from, refers, depth + 1);
      }
    }
    for (const { level, depth } of fallen.toReversed()) {
      if (depth <= levels) continue;
      await run(this.#database, sql`delete from ${table(level.live)} where ${among(level.names, level.rows)}`);
    }
  }

  #mayBeDeeper(live: LiveTable, levels: number): boolean {
    let reached = new Set([live]);
    for (let depth = 0; depth <= levels; depth += 1) {
      const next = this.#references.filter(({ key, to }) => key.onDelete === 'cascade' && reached.has(to));
      reached = new Set(next.map(({ from }) => from));
    }
    return reached.size > 0;
  }

  #into(live: LiveTable): Reference[] {
    return this.#references.filter(({ to }) => to === live);
  }

  async #any(live: LiveTable, where: Sql): Promise<boolean> {
    const { rows } = await run(
      this.#database,
      sql`select 1 as ${column('one')} from ${table(live)} where ${where} limit 1`,
    );
    return rows.length > 0;
  }

  async #read(live: LiveTable, where: Sql): Promise<Level[]> {
    const referred = this.#into(live).flatMap(({ key }) => key.toColumns);
    const wanted = new Set([...live.primaryKey, ...referred]);
    const names = wanted.size === 0 ? [...live.columns.keys()] : [...wanted];
    const { dialect } = this.#database;
    const values = names.map((name, at) => {
      const kind = live.columns.get(name)?.kind ?? 'text';
      return sql`${() => keyText(dialect, { name, kind })} as ${column(`policy_engine_${at}`)}`;
    });
    const { rows } = await run(
      this.#database,
      sql`select distinct ${joined(values, ', ')} from ${table(live)} where ${where}`,
    );
    const seen = this.#seen.get(live) ?? new Set();
    this.#seen.set(live, seen);
    const found = rows
      .map((row) => names.map((_, at) => row[`policy_engine_${at}`]))
      .filter((row) => {
        const text = JSON.stringify(row.map(String));
        const isNew = !seen.has(text);
        seen.add(text);
        return isNew;
      });
    return Array.from({ length: Math.ceil(found.length / AT_ONCE) }, (_, at) => {
      return { live, names, rows: found.slice(at * AT_ONCE, (at + 1) * AT_ONCE) };
    });
  }
}

/** The rows that refer to those of a level; null if none can. */
function referring({ key }: Reference, { names, rows }: Level): Sql | null {
  const places = key.toColumns.map((name) => names.indexOf(name));
  const values = rows
    .map((row) => places.map((at) => row[at]))
    .filter((row) => row.every((value) => value !== null && value !== undefined));
  return values.length === 0 ? null : among(key.columns, values);
}
