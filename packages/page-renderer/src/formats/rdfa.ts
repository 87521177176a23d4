/** The things that a page describes in RDFa (https://www.w3.org/TR/rdfa-core/), in the form of JSON-LD. */
import type { Duplex } from 'node:stream';
import { Readable } from 'node:stream';
import { attribute, elementsOf, type PageTree } from './tree/tree.ts';

/** A thing: its types as `@type`, and its properties by their names without vocabulary. Things refer to each other. */
export type RdfaThing = Readonly<Record<string, unknown>>;

const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
/** Statements that are read of a page. */
const MOST = 20_000;
/** Characters that are read at a time. */
const PIECE = 64 * 1024;

/** The things that are not a part of another one, in their order. @param page the same page as a tree */
export async function rdfaThings(html: string, { root, url }: PageTree): Promise<RdfaThing[]> {
  // Nothing has a type without it.
  if (![...elementsOf(root)].some((element) => attribute(element, 'typeof') !== undefined)) return [];
  // Few pages have it.
  const { RdfaParser: Reader } = await import('rdfa-streaming-parser');
  const graph = new Graph();
  // Its types need those of a package that it does not bring along.
  const reader = new Reader({ baseIRI: url, contentType: 'text/html' }) as unknown as Duplex;
  const source = Readable.from(piecesOf(html)).pipe(reader);
  for await (const statement of source as AsyncIterable<Statement>) {
    graph.add(statement);
    if (graph.size >= MOST) break;
  }
  return graph.whole();
}

function* piecesOf(html: string): Generator<string> {
  for (let at = 0; at < html.length; at += PIECE) yield html.slice(at, at + PIECE);
}

/** A resource or a value (https://rdf.js.org/data-model-spec/). */
interface Term {
  readonly termType: string;
  readonly value: string;
}

interface Statement {
  readonly subject: Term;
  readonly predicate: Term;
  readonly object: Term;
}

/** Statements by what they are about. */
class Graph {
  size = 0;
  readonly #things = new Map<string, Record<string, unknown[]>>();
  /** The things that a thing refers to. */
  readonly #parts = new Map<string, string[]>();

  add({ subject, predicate, object }: Statement): void {
    this.size += 1;
    const thing = this.#things.get(subject.value) ?? {};
    this.#things.set(subject.value, thing);
    const isType = predicate.value === TYPE;
    const values = (thing[isType ? '@type' : predicate.value.replace(/^.*[/#]/, '')] ??= []);
    if (isType || object.termType === 'Literal') return void values.push(object.value);
    values.push(object);
    const parts = this.#parts.get(subject.value) ?? [];
    this.#parts.set(subject.value, parts);
    parts.push(object.value);
  }

  /** Everything that has a type and is no part of another such thing; of those that are parts of each other, the first one. */
  whole(): RdfaThing[] {
    for (const thing of this.#things.values()) {
      for (const [name, values] of Object.entries(thing)) thing[name] = values.map((value) => this.#resolved(value));
    }
    const typed = [...this.#things].filter(([, thing]) => thing['@type'] !== undefined);
    const parts = new Set(typed.flatMap(([id]) => (this.#parts.get(id) ?? []).filter((part) => part !== id)));
    const reached = new Set<string>();
    const isNew = ([id]: (typeof typed)[number]) => {
      if (reached.has(id)) return false;
      const open = [id];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        if (reached.has(at)) continue;
        reached.add(at);
        open.push(...(this.#parts.get(at) ?? []));
      }
      return true;
    };
    const first = typed.filter(([id]) => !parts.has(id)).filter(isNew);
    return [...first, ...typed.filter(isNew)].map(([, thing]) => thing);
  }

  /** The thing that a value refers to; of something else on the web its address. */
  #resolved(value: unknown): unknown {
    if (typeof value === 'string') return value;
    const { value: id } = value as Term;
    return this.#things.get(id) ?? id;
  }
}
