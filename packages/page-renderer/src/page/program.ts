/** A function that runs inside a page. It may only use other parts of its program and the browser's interfaces. */
type PagePart = (...given: never[]) => unknown;

/** What a program has besides its parts. */
interface Additions {
  /** Functions of libraries that use nothing outside of themselves, by the names with which parts import them. */
  libraries?: Readonly<Record<string, PagePart>>;
  /** Parts that are called before, without arguments. */
  before?: readonly PagePart[];
}

/**
 * Joins functions into the source of one function declaration that can be sent to a page. Each part is a top-level
 * function declaration, so that the parts can call each other by name within the page.
 *
 * @param entry the part that is called with the arguments
 */
export function pageProgram(
  entry: PagePart,
  parts: readonly PagePart[],
  { libraries = {}, before = [] }: Additions = {},
): string {
  const sources = [
    ...Object.entries(libraries).map(([name, library]) => `const ${name} = ${String(library)};`),
    ...[...parts, ...before, entry].map(String),
    ...before.map(({ name }) => `${name}();`),
  ]
    .map(withoutLayout)
    .join('\n');
  return `function () {\n'use strict';\n${sources}\nreturn ${entry.name}(...arguments);\n}`;
}

/**
 * A source without comments and indentation, almost a fifth of what every page would be sent and read. The sources of parts have neither
 * texts of several lines nor code behind a comment, as their test shows.
 */
export function withoutLayout(source: string): string {
  return source
    .replaceAll(/^[ \t]*\/\/.*\n/gm, '')
    .replaceAll(/^[ \t]*\/\*[^]*?\*\/[ \t]*\n/gm, '')
    .replaceAll(/^[ \t]+/gm, '');
}
