/** Collects changes; several of one file become one. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parses } from '../source/code.ts';
import type { Change } from './change.ts';

/** Lines that a person adds, if `init` does not understand a file. */
export interface ByHand {
  readonly about: string;
  readonly lines: readonly string[];
}

/** The changes of one call of `init`. */
export class Plan {
  readonly #folder: string;
  readonly #edits = new Map<string, { before: string; after: string; about: string[] }>();
  readonly #others: Change[] = [];

  /** @param folder of the project */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The text of a file with the changes so far; undefined if there is none. */
  textOf(file: string): string | undefined {
    const known = this.#edits.get(file)?.after;
    if (known !== undefined) return known;
    const created = this.#others.find((change) => change.kind === 'create' && change.file === file);
    if (created?.kind === 'create') return created.text;
    const place = path.join(this.#folder, file);
    return existsSync(place) ? readFileSync(place, 'utf8') : undefined;
  }

  /** Creates a file, unless it exists. */
  create(file: string, about: string, lines: readonly string[]): void {
    if (this.textOf(file) !== undefined) this.present(file, about);
    else this.#others.push({ kind: 'create', file, about, text: `${lines.join('\n')}\n` });
  }

  /** Notes that something is done already. */
  present(file: string, about: string): void {
    this.#others.push({ kind: 'present', file, about });
  }

  /** Leaves lines to a person. */
  byHand(file: string | null, reason: string, { about, lines }: ByHand): void {
    this.#others.push({ kind: 'by-hand', file, reason, about, lines });
  }

  /**
   * Changes a file. Source text that parsed before must parse afterwards.
   *
   * @param change the new text; undefined if it does not find the place
   * @param otherwise what a person adds in this case
   */
  edit(file: string, otherwise: ByHand, change: (text: string) => string | undefined): void {
    const text = this.textOf(file);
    if (text === undefined) return this.byHand(file, 'there is no such file', otherwise);
    const isScript = /\.[cm]?[jt]s$/.test(file);
    const isRead = !isScript || parses(text) !== 'no' || isMarkupInScript(text);
    const after = isRead ? change(text) : undefined;
    const isRefused = after === undefined || (isScript && parses(text) === 'yes' && parses(after) === 'no');
    if (isRefused) return this.byHand(file, 'the place for it was not found in this file', otherwise);
    const known = this.#edits.get(file);
    this.#edits.set(file, {
      before: known?.before ?? text,
      after,
      about: [...(known?.about ?? []), otherwise.about],
    });
  }

  /** All changes: new files first. */
  changes(): Change[] {
    const edits = [...this.#edits].map(([file, { before, after, about }]): Change => {
      return { kind: 'edit', file, before, after, about: about.join(', ') };
    });
    const order = ['create', 'edit', 'present', 'by-hand'];
    return [...this.#others, ...edits].toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  }
}

/** JSX in a `.js` file, which Node does not parse. */
function isMarkupInScript(text: string): boolean {
  return /<\/(?:body|head|main)>/.test(text) && /\breturn\s*\(?\s*</.test(text);
}
