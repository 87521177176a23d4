/** The banner: two tags in the page that all pages share. */
import { codeOf, type Plan, type Project, type SourceFile } from '#project-setup';
import { baseOf } from '../project/base.ts';

const ABOUT = 'loads the banner';
const TAGS = [
  '<link rel="stylesheet" href="/policies/assets/consent.css">',
  '<script type="module" src="/policies/assets/consent.js"></script>',
];
/** Astro bundles a script without `is:inline`. */
const ASTRO_TAGS = TAGS.map((line) => line.replace('<script', '<script is:inline'));
/** Each is a valid child in JSX; React puts both into the head. */
const JSX_TAGS = [
  '<link rel="stylesheet" href="/policies/assets/consent.css" precedence="default" />',
  '<script type="module" src="/policies/assets/consent.js" async />',
];
/** Written by a server alone, of any version of React. */
const DOCUMENT_TAGS = JSX_TAGS.map((line) => line.replace(' precedence="default"', ''));
const TEMPLATE = /\.(?:html|ejs|hbs|handlebars|njk|eta|liquid|astro)$/;
/** Files of frameworks that every page has, and the tag before which the tags go. */
const LAYOUTS = [
  { name: /^src\/app\.html$/, before: '%sveltekit.head%', tags: TAGS },
  { name: /^(?:src\/)?app\/layout\.[jt]sx?$/, before: '</body>', tags: JSX_TAGS },
  { name: /^(?:src\/)?app\/(?:[[(][^/]*[\])]\/)+layout\.[jt]sx?$/, before: '</body>', tags: JSX_TAGS },
  { name: /^(?:src\/)?pages\/_document\.[jt]sx?$/, before: '</body>', tags: DOCUMENT_TAGS },
  { name: /^app\/root\.[jt]sx$/, before: '</head>', tags: JSX_TAGS },
  { name: /^src\/routes\/__root\.[jt]sx$/, before: '</head>', tags: JSX_TAGS },
] as const;

/** Plans the tags. */
export function planBanner(project: Project, plan: Plan): void {
  const known = project.sources.find(({ text }) => /assets\/consent\.js|\brenderBanner\s*\(/.test(text));
  if (known !== undefined) return plan.present(known.name, ABOUT);
  const base = baseOf(project);
  const based = (tags: readonly string[]) => tags.map((tag) => tag.replace('"/policies/', `"${base}/policies/`));
  for (const { name, before, tags } of LAYOUTS) {
    const [file, ...others] = project.sources.filter(
      (source) => name.test(source.name) && occurrences(source.text, before) === 1,
    );
    if (file === undefined || others.length > 0) continue;
    const lines = based(tags);
    return plan.edit(file.name, { about: ABOUT, lines }, (text) => beforeTag(text, before, lines));
  }
  const templates = project.sources.filter(
    ({ name, text }) => TEMPLATE.test(name) && occurrences(text, '</head>') === 1,
  );
  const [only] = templates;
  if (only !== undefined && templates.length === 1) {
    const tags = based(only.name.endsWith('.astro') ? ASTRO_TAGS : TAGS);
    return plan.edit(only.name, { about: ABOUT, lines: tags }, (text) => beforeTag(text, '</head>', tags));
  }
  const literal = templates.length === 0 ? inLiteral(project.sources, plan) : undefined;
  if (literal !== undefined) return plan.edit(literal, { about: ABOUT, lines: TAGS }, afterTitle);
  const reason =
    templates.length === 0
      ? 'no page with a </head> was found'
      : `there are several pages: ${templates.map(({ name }) => name).join(', ')}`;
  plan.byHand(null, reason, { about: ABOUT, lines: based(TAGS) });
}

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** On lines of their own, before the line in which a tag is, or before the tag in a line with other content. */
function beforeTag(text: string, tag: string, tags: readonly string[]): string | undefined {
  if (occurrences(text, tag) !== 1) return undefined;
  const at = text.indexOf(tag);
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const indent = text.slice(start, at);
  const around = /^(?<outer>[ \t]*)(?<opening><body[^>]*>)(?<children>\{children\})$/.exec(indent)?.groups;
  if (around !== undefined) {
    const { outer = '', opening = '', children = '' } = around;
    const lines = [children, ...tags].map((line) => `${outer}  ${line}\n`).join('');
    return `${text.slice(0, start)}${outer}${opening}\n${lines}${outer}${text.slice(at)}`;
  }
  if (indent.trim() !== '') return `${text.slice(0, at)}${tags.join('')}${text.slice(at)}`;
  const inner = tag.startsWith('</') ? `${indent}${indent.includes('\t') ? '\t' : '  '}` : indent;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text.slice(0, start)}${tags.map((line) => `${inner}${line}${newline}`).join('')}${text.slice(start)}`;
}

/** The only file whose code has one string with a title. */
function inLiteral(sources: readonly SourceFile[], plan: Plan): string | undefined {
  const found = sources.filter(
    ({ name }) => /\.[cm]?[jt]s$/.test(name) && afterTitle(plan.textOf(name) ?? '') !== undefined,
  );
  return found.length === 1 ? found[0]?.name : undefined;
}

/** The tags after `</title>`, in a string of the code. */
function afterTitle(text: string): string | undefined {
  const tag = '</title>';
  if (occurrences(text, tag) !== 1) return undefined;
  const at = text.indexOf(tag);
  const code = codeOf(text);
  const isInString = code.slice(at, at + tag.length).trim() === '';
  const quote = /(?<quote>['"`])[^'"`]*$/.exec(code.slice(0, at))?.groups?.['quote'];
  if (!isInString || quote === undefined) return undefined;
  const tags = TAGS.join('');
  const written = quote === '"' ? tags.replaceAll('"', "'") : tags;
  return `${text.slice(0, at + tag.length)}${written}${text.slice(at + tag.length)}`;
}
