/** The site for programs that read texts: `llms.txt`, a list of the pages, and `llms-full.txt`, the guides in one file. */
import { CONTENTS } from './contents.ts';
import type { Page } from './pages.ts';

/** The pages of the contents in their order, without errors and findings, which have a page for each code. */
function guidesOf(pages: readonly Page[], product: string): Page[] {
  return (CONTENTS[product] ?? [])
    .flatMap((part) => part.pages ?? [])
    .flatMap((name) => pages.find(({ file }) => file === `${product}/${name}.md`) ?? []);
}

const line = ({ title, file, description }: Page) => `- [${title}](/${file})${description && `: ${description}`}`;

/** The text of `llms.txt`: a title, what it is about, and lists of links to the Markdown of the pages. */
export function listOfPages(pages: readonly Page[]): string {
  const start = pages.find(({ file }) => file === 'index.md');
  const sections = Object.keys(CONTENTS).map(
    (product) => `## ${product}\n\n${guidesOf(pages, product).map(line).join('\n')}\n`,
  );
  const listed = new Set(Object.keys(CONTENTS).flatMap((product) => guidesOf(pages, product)));
  const rest = pages.filter((page) => !listed.has(page) && page !== start);
  return `# ${start?.title}\n\n> ${start?.description}\n\n${sections.join('\n')}\n## Optional\n\n${rest.map(line).join('\n')}\n`;
}

/** The text of `llms-full.txt`: every guide, each after its address. */
export function fullText(pages: readonly Page[]): string {
  return Object.keys(CONTENTS)
    .flatMap((product) => guidesOf(pages, product))
    .map(({ file, text }) => `<!-- /${file} -->\n\n${text.trim()}\n`)
    .join('\n');
}
