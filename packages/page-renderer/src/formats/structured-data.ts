/** The structured data of a page: which things it describes, and what is missing for a rich result. */
import type { Element } from 'hast';
import { faultOfJsonLd } from '../judgements/structured-data.ts';
import type { RdfaThing } from './rdfa.ts';
import type { PageTree } from './tree/tree.ts';
import { attribute, elementsOf, isJsonLd, textOf } from './tree/tree.ts';
import { DOCUMENTATION, RICH_RESULTS, type RichResult } from './rich-results.ts';

/** One thing that a page describes. */
export interface DataItem {
  readonly from: 'json-ld' | 'microdata' | 'rdfa';
  /** Without their vocabulary, as `Product`. */
  readonly types: readonly string[];
  /** Its properties, with the beginnings of their values; of a thing, its type. */
  readonly fields: ReadonlyArray<{ readonly name: string; readonly value: string }>;
  /** What Google asks of its type; null if there is no rich result for it. */
  readonly richResult: {
    readonly type: string;
    /** The address of its documentation. */
    readonly page: string;
    /** Required properties that it does not have; one of several is written `offers|review`. */
    readonly missing: readonly string[];
    readonly missingRecommended: readonly string[];
  } | null;
}

/** The structured data of a page. */
export interface StructuredData {
  /** The first 100. */
  readonly items: readonly DataItem[];
  readonly count: number;
  /** Blocks of JSON-LD that do not parse, by their number on the page, from 1. */
  readonly unread: ReadonlyArray<{ readonly block: number; readonly what: string; readonly where: string }>;
}

type Node = Readonly<Record<string, unknown>>;

const MOST = { items: 100, fields: 60, value: 200, depth: 20, blocks: 1_000 };
/** Properties that name the thing that a page is about. */
const MAIN = ['mainEntity', 'mainEntityOfPage', 'about'];

/** See the head of the file. @param rdfa what it describes in RDFa */
export function structuredDataOf({ root, base }: PageTree, rdfa: readonly RdfaThing[]): StructuredData {
  const all = [...elementsOf(root)];
  const scripts = all.filter(isJsonLd);
  const texts = scripts.slice(0, MOST.blocks).map(rawText);
  const unread = texts.flatMap((text, index) => {
    const fault = faultOfJsonLd(text);
    return fault === undefined ? [] : [{ block: index + 1, ...fault }];
  });
  const blocks = texts.flatMap((text) => (faultOfJsonLd(text) === undefined ? [JSON.parse(text) as unknown] : []));
  const described = blocks.flatMap((block) => nodesIn(block, 0));
  const ids = new Map(described.flatMap((node) => (typeof node['@id'] === 'string' ? [[node['@id'], node]] : [])));
  const scopes = all.filter((one) => has(one, 'itemScope') && !has(one, 'itemProp'));
  const items = [
    ...described.map((node) => itemOf(node, 'json-ld', ids)),
    ...scopes.map((scope) => itemOf(nodeOf(scope, base, 0), 'microdata', new Map())),
    ...rdfa.map((thing) => itemOf(thing, 'rdfa', new Map())),
  ].filter(({ types }) => types.length > 0);
  return { items: items.slice(0, MOST.items), count: items.length, unread };
}

/** The things that a block describes in their own right, not as a part of another one. */
function nodesIn(value: unknown, depth: number): Node[] {
  if (depth > MOST.depth) return [];
  if (Array.isArray(value)) return value.flatMap((one) => nodesIn(one, depth + 1));
  if (!isNode(value)) return [];
  const own = typesOf(value);
  const isWhole = own.some((type) => RICH_RESULTS.has(type));
  const main = isWhole
    ? []
    : MAIN.flatMap((name) => nodesIn(value[name], depth + 1)).filter((node) => typesOf(node).length > 0);
  return [...(own.length > 0 ? [value] : []), ...nodesIn(value['@graph'], depth + 1), ...main];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]).filter(isSaid);
const isSaid = (value: unknown) => value !== undefined && value !== null && value !== '';

function typesOf(node: Node): string[] {
  const names = listOf(node['@type']).filter((type) => typeof type === 'string');
  return names.map((type) => type.replace(/^.*[/#:]/, '')).filter((type) => type !== '');
}

function itemOf(node: Node, from: DataItem['from'], ids: ReadonlyMap<unknown, Node>): DataItem {
  const types = typesOf(node);
  const names = Object.keys(node).filter((name) => !name.startsWith('@') && listOf(node[name]).length > 0);
  const fields = names.slice(0, MOST.fields).map((name) => ({ name, value: shown(node[name]) }));
  const type = types.find((one) => RICH_RESULTS.has(one));
  const rule = type === undefined ? undefined : RICH_RESULTS.get(type);
  const richResult = rule && type !== undefined ? { type, ...missingOf(node, rule, ids) } : null;
  return { from, types, fields, richResult };
}

function shown(value: unknown): string {
  const words = listOf(value).map((one) => {
    if (!isNode(one)) return String(one);
    const [id, name] = [one['@id'], one['name']];
    return (
      [typesOf(one).join(', '), typeof name === 'string' ? name : typeof id === 'string' ? id : '']
        .filter(Boolean)
        .join(': ') || '{…}'
    );
  });
  const text = words.join(' · ').replaceAll(/\s+/g, ' ');
  return text.length > MOST.value ? `${text.slice(0, MOST.value)}…` : text;
}

function missingOf(node: Node, rule: RichResult, ids: ReadonlyMap<unknown, Node>) {
  const found = (one: unknown): unknown =>
    isNode(one) && Object.keys(one).length === 1 ? (ids.get(one['@id']) ?? one) : one;
  const valuesOf = (of: Node, name: string) => listOf(of[name]).map(found);
  const hasOne = (of: Node, path: string): boolean => {
    const [first = '', ...rest] = path.split('.');
    const values = valuesOf(of, first);
    return rest.length === 0
      ? values.length > 0
      : values.some((value) => isNode(value) && hasOne(value, rest.join('.')));
  };
  const lacks = (of: Node, names: readonly string[]) =>
    names.filter((several) => !several.split('|').some((path) => hasOne(of, path)));
  const within = Object.entries(rule.within ?? {}).flatMap(([name, names]) => {
    const missing = valuesOf(node, name).flatMap((value) => lacks(isNode(value) ? value : {}, names));
    return [...new Set(missing)].map((one) => `${name}.${one}`);
  });
  return {
    page: `${DOCUMENTATION}${rule.page}`,
    missing: [...lacks(node, rule.required), ...within],
    missingRecommended: lacks(node, rule.recommended),
  };
}

const has = (element: Element, name: string) => attribute(element, name) !== undefined;

/** An element with microdata in the form of JSON-LD. */
function nodeOf(scope: Element, base: string, depth: number): Node {
  const node: Record<string, unknown> = { '@type': (attribute(scope, 'itemType') ?? '').split(/\s+/).filter(Boolean) };
  if (depth > MOST.depth) return node;
  const add = (element: Element) => {
    const value = has(element, 'itemScope') ? nodeOf(element, base, depth + 1) : valueOf(element, base);
    for (const name of (attribute(element, 'itemProp') ?? '').split(/\s+/).filter(Boolean)) {
      node[name] = [...listOf(node[name]), value];
    }
  };
  const own = { ...scope, properties: {} };
  // What is within another thing is a property of that one.
  const isOther = (element: Element) => has(element, 'itemScope') && !has(element, 'itemProp');
  const waiting = [...own.children].toReversed();
  for (let child = waiting.pop(); child !== undefined; child = waiting.pop()) {
    if (child.type !== 'element' || isOther(child)) continue;
    if (has(child, 'itemProp')) add(child);
    if (!has(child, 'itemScope')) waiting.push(...child.children.toReversed());
  }
  return node;
}

function valueOf(element: Element, base: string): string {
  const name = ['content', 'href', 'src', 'dateTime', 'value'].find((one) => has(element, one));
  const value = name === undefined ? textOf(element) : (attribute(element, name) ?? '');
  return name === 'href' || name === 'src' ? (URL.parse(value, base)?.href ?? value) : value;
}

function rawText(element: Element): string {
  return element.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
}
