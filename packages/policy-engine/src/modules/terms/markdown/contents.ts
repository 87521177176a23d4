/** The parts of a rendered text, with anchors to them. */

/** A heading of a text. */
export interface Heading {
  /** Id of its element. */
  readonly id: string;
  /** From 2. */
  readonly level: number;
  /** Its text as HTML, without elements. */
  readonly html: string;
}

/** A text with an anchor at each heading. */
export interface TextWithContents {
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** A heading as our renderer writes it. In its attributes and words, `<` and `>` are escaped. */
const HEADING = /<h([2-6])>(.*?)<\/h\1>/gs;

/**
 * Gives the headings of a text generated IDs: an ID from an author's words could shadow a property of the page.
 *
 * @param html - from `TermsService.html`
 */
export function withContents(html: string): TextWithContents {
  const headings: Heading[] = [];
  const anchored = html.replace(HEADING, (_, level: string, inner: string) => {
    const id = `section-${headings.length + 1}`;
    headings.push({ id, level: Number(level), html: inner.replaceAll(/<[^>]*>/g, '') });
    return `<h${level} id="${id}">${inner}</h${level}>`;
  });
  return { html: anchored, headings };
}
