/** A function that runs inside a page. It may use other parts of its program and what the browser offers, nothing else. */
type PagePart = (...given: never[]) => unknown;

/**
 * Joins functions into the source of one function declaration that can be sent to a page. Each part is a top-level
 * function declaration, so that within the page, too, the parts find one another by name.
 *
 * @param entry the part that is called with the arguments given
 */
export function pageProgram(entry: PagePart, parts: readonly PagePart[]): string {
  const sources = [...parts, entry].map(String).join('\n');
  return `function () {\n'use strict';\n${sources}\nreturn ${entry.name}(...arguments);\n}`;
}
