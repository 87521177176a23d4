import path from 'node:path';
import { Eta } from 'eta';
import { price } from './catalogue.ts';
import { POLICIES } from './policies/engine.ts';
import type { Shop } from './shop.ts';
import type { Visitor } from './visitor.ts';

const eta = new Eta({ views: path.resolve(import.meta.dirname, '../../views'), cache: true });

/** The data of a page, with that of its view. */
export interface PageData extends Readonly<Record<string, unknown>> {
  readonly title: string;
  /** For search engines; without one they leave the page out, as it is about one person. */
  readonly description?: string;
}

/** The HTML of a page: its view, within the shop's header and footer. Values are escaped. @param at path of the page, for the header */
export function pageOf({ assets }: Shop, visitor: Visitor, at: string, view: string, data: PageData): string {
  const all = { ...visitor, ...data, path: at, policies: POLICIES, price };
  return eta.render('./frame', { ...all, assets, content: eta.render(`./${view}`, all) });
}
