/**
 * Views of lists that administrators saved: filters, order and columns under a name. The address of a view is that of the list with its
 * query, which opens it for every other administrator, too.
 *
 * What somebody searched for is not kept: it is usually a name or an address, which would outlive the erasure of its person.
 */
import { PolicyEngineError } from '../../errors/errors.ts';
import { refusals } from '../../errors/refusals.ts';
import { createId } from '../../platform/database/statements/ids.ts';
import type { SavedView } from '../../platform/saved-view.ts';
import type { AdminChoices } from './choices.ts';

/** Most views of an administrator. */
const MOST = 100;
/** Parameters that are not kept: the page, and what names people. */
const DROPPED: ReadonlySet<string> = new Set(['page', 'q', 'actor', 'user', 'visitor']);

/** A view that is to be saved. */
export interface NewView {
  readonly path: string;
  readonly query: string;
  readonly name: string;
}

/** The parameters that a view keeps, in the order of their names. */
export function keptQuery(query: string): string {
  const kept = [...new URLSearchParams(query)].filter(([name, value]) => value !== '' && !DROPPED.has(name));
  return new URLSearchParams(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString();
}

/** The saved views of all administrators. */
export class SavedViews {
  readonly #choices: AdminChoices;

  constructor(choices: AdminChoices) {
    this.#choices = choices;
  }

  /** Those of an administrator, by name. @param path only those of a list */
  async list(adminId: string, path?: string): Promise<SavedView[]> {
    const views = (await this.#choices.of(adminId, 'views')) ?? [];
    return views
      .filter((view) => path === undefined || view.path === path)
      .toSorted((a, b) => a.name.localeCompare(b.name));
  }

  /** Saves one; it replaces one of the same name and list. @throws {PolicyEngineError} 422 `views_full` */
  async save(adminId: string, { path, query, name }: NewView): Promise<SavedView> {
    const view = { id: createId(), path, name, query: keptQuery(query) };
    await this.#choices.change(adminId, 'views', (chosen) => {
      const others = (chosen ?? []).filter((one) => one.path !== path || one.name !== name);
      if (others.length >= MOST) {
        throw new PolicyEngineError('views_full', `an administrator can save ${MOST} views`, {
          text: { key: 'views.full', params: { most: MOST } },
        });
      }
      return [...others, view];
    });
    return view;
  }

  /** Deletes one. @returns it @throws {PolicyEngineError} 404 */
  async delete(adminId: string, id: string): Promise<SavedView> {
    let found: SavedView | undefined;
    await this.#choices.change(adminId, 'views', (chosen) => {
      found = chosen?.find((view) => view.id === id);
      const others = (chosen ?? []).filter((view) => view.id !== id);
      return others.length === 0 ? null : others;
    });
    if (found === undefined) throw refusals.notFound();
    return found;
  }
}
