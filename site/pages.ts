/**
 * The pages of the site, made from the documents of the repository.
 *
 * A page is a document that the site's own start page leads to, through any number of links, or that stands in the `docs` folder of
 * a package. Links between documents become links between pages; a linked file that is no document is served as a file, and a linked
 * folder as a page that shows its files. So the same text works on a code host and on the site.
 */
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '..');
const START = 'site/pages/index.md';
/** The first words of a document that only says where its content is now. */
const MOVED = /^# .+\n\nThis guide is now /;

/** A page of the site. */
export interface Page {
  /** The document in the repository, such as `packages/policy-engine/docs/erasure.md`. */
  readonly source: string;
  /** Its file on the site, such as `policy-engine/erasure.md`. */
  readonly file: string;
  readonly title: string;
  /** The product that the page is about, or "" for pages about the repository. */
  readonly product: string;
  /** The first paragraph, without its marks, of at most 300 characters. */
  readonly description: string;
  /** The text, with links to pages and files of the site. */
  readonly text: string;
}

/** What the site consists of: its pages, and the files that they link to by their file on the site. */
export interface Site {
  readonly pages: readonly Page[];
  /** Files of the repository, by their address on the site, such as `policy-engine/ledger-vectors.json`. */
  readonly files: ReadonlyMap<string, string>;
}

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Where a document is on the site, such as `policy-engine/erasure.md` for `packages/policy-engine/docs/erasure.md`. */
export function fileOf(source: string): string {
  if (source === START || source === 'README.md') return 'index.md';
  const own = source
    .replace(/^site\/pages\//, '')
    .replace(/^packages\/([^/]+)\/(?:docs\/)?/, '$1/')
    .replace(/^(?:docs\/|(?=[A-Z]+\.md$))/, 'project/');
  return own
    .replace(/^(.+)\/README\.md$/, (_whole, folder: string) =>
      source.startsWith('packages/') ? `${folder}/index.md` : `${folder}.md`,
    )
    .replace(/[A-Z]+(?=\.md$)/, (name) => name.toLowerCase());
}

/** The address of a page, such as `/policy-engine/erasure`; that of an index ends with a slash. */
export function addressOf(file: string): string {
  return `/${file.replace(/(?:^|(?<=\/))index\.md$/, '').replace(/\.md$/, '')}`;
}

/** Applies a function to the text of a document that is in no code block and in no code in a line. */
export function outsideCode(document: string, change: (text: string) => string): string {
  return (
    document
      .split(/(^ *(?<fence>```+)[^]*?^ *\k<fence>$|`[^`\n]+`)/gm)
      // A split with groups gives text, block, fence, and so on.
      .map((part, index) => (index % 3 === 0 ? change(part) : index % 3 === 1 ? part : ''))
      .join('')
  );
}

const LINK = /\]\((?!<|[a-z][a-z+.-]*:|#)([^)\s#]+)(#[^)\s]*)?\)/g;

/** The documents, files and folders that a document links to, by their path in the repository. */
function targetsOf(source: string, text: string): string[] {
  const targets: string[] = [];
  outsideCode(text, (part) => {
    for (const [, target = ''] of part.matchAll(LINK)) targets.push(resolved(source, target));
    return part;
  });
  return targets;
}

function resolved(source: string, target: string): string {
  return path.posix.join(path.posix.dirname(source), target).replace(/\/$/, '');
}

const isFolder = (target: string) =>
  existsSync(path.join(ROOT, target)) && statSync(path.join(ROOT, target)).isDirectory();

/** The document of a folder: its files, each in a code block. */
function folderDocument(folder: string): string {
  const files = readdirSync(path.join(ROOT, folder)).toSorted();
  const blocks = files.map((file) => {
    const language = path.extname(file).slice(1);
    const known = /^(?:js|ts|json|yaml|sh|conf)$/.test(language) ? language.replace('conf', 'nginx') : '';
    return `## ${file}\n\n\`\`\`\`${known}\n${read(path.posix.join(folder, file)).trimEnd()}\n\`\`\`\`\n`;
  });
  const name = path.basename(folder);
  return `# The files in \`${name}\`\n\nThe folder \`${folder}\` contains these files.\n\n${blocks.join('\n')}`;
}

/** Where a file that is no document is on the site. Programs get the ending `.txt`, with which browsers show them. */
function publicFileOf(target: string): string {
  const [folder, name] = [path.posix.dirname(fileOf(target)), path.basename(target)];
  return path.posix.join(
    folder,
    /\.(?:json|jpg|png|svg|webp|html|txt)$/.test(name) ? name : `${name.toLowerCase()}.txt`,
  );
}

const productOf = (file: string) =>
  /^(policy-engine|page-renderer(?:-datastore)?|render-middleware)\//.exec(file)?.[1] ?? '';

/** The first paragraph of a text, as plain text of at most 300 characters. */
function descriptionOf(text: string): string {
  const paragraphs = text.replaceAll(/^(```+)[^]*?^\1$|<!--[^]*?-->/gm, '').split(/\n{2,}/);
  const first = paragraphs.map((one) => one.trim()).find((one) => /^[^#|!<\-\d]/.test(one)) ?? '';
  const plain = first
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ');
  return plain.length <= 300 ? plain : `${plain.slice(0, 299).replace(/\s\S*$/, '')}…`;
}

/** Reads the documents, and makes the pages of the site from them. */
export function makeSite(): Site {
  const roots = globSync(
    ['packages/*/README.md', 'packages/*/CHANGELOG.md', 'packages/*/docs/**/*.md', 'site/pages/**/*.md'],
    {
      cwd: ROOT,
    },
  ).map((file) => file.replaceAll(path.sep, '/'));
  const queue = [START, ...roots.filter((file) => !MOVED.test(read(file))).toSorted()];
  const texts = new Map<string, string>();
  const files = new Map<string, string>();
  for (const source of queue) {
    if (texts.has(source) || source === 'README.md') continue;
    const text = isFolder(source) ? folderDocument(source) : read(source);
    texts.set(source, text);
    for (const target of targetsOf(source, text)) {
      if (target.endsWith('.md') || isFolder(target)) queue.push(target);
      else files.set(publicFileOf(target), target);
    }
  }
  const pages = Array.from(texts, ([source, text]) => pageOf(source, text));
  return { pages: pages.toSorted((a, b) => (a.file < b.file ? -1 : 1)), files };
}

function pageOf(source: string, text: string): Page {
  const file = isFolder(source) ? `${fileOf(source)}.md` : fileOf(source);
  const [, title = file] = /^# (.+)$/m.exec(text) ?? [];
  return {
    source,
    file,
    title: title.replaceAll(/[`*]/g, ''),
    product: productOf(file),
    description: descriptionOf(text) || `Changes of ${productOf(file) || 'the packages'}, the newest first`,
    text: outsideCode(text, (part) =>
      part.replaceAll(
        LINK,
        (_whole, target: string, anchor = '') => `](${linkFrom(file, resolved(source, target))}${anchor})`,
      ),
    ),
  };
}

/** The link from a page to a document or file of the repository, relative to the page. */
function linkFrom(file: string, target: string): string {
  const to = target.endsWith('.md') ? fileOf(target) : isFolder(target) ? `${fileOf(target)}.md` : publicFileOf(target);
  const link = path.posix.relative(path.posix.dirname(file), to);
  return link.startsWith('.') ? link : `./${link}`;
}
