/** Policy texts in a folder: `<rule>.md` in Markdown with front matter (YAML), and its translations as `<rule>.<locale>.md`. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { DeployedText } from './deploying.ts';

/** The content of a folder, and each invalid file with the reason. */
export interface TextFolder {
  readonly texts: readonly DeployedText[];
  readonly problems: readonly string[];
}

const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i;
const at = z
  .string()
  .refine((text) => HAS_ZONE.test(text) && !Number.isNaN(Date.parse(text)), {
    error: 'must be a time with its zone, as in 2026-12-01T00:00:00Z',
  })
  .transform((text) => new Date(text));
const FrontMatter = z.strictObject({
  locale: z.string().optional(),
  material: z.boolean().optional(),
  note: z.string().optional(),
  at: at.optional(),
});

/** A text with its front matter. */
interface TextFile {
  readonly markdown: string;
  readonly front: z.output<typeof FrontMatter>;
}

const OPENING = /^\uFEFF?---[ \t]*\r?\n/;
const CLOSING = /^---[ \t]*(?:\r?\n|$)/m;

/** Reads a folder. @throws if there is none */
export async function readTextFolder(folder: string): Promise<TextFolder> {
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length));
  const problems: string[] = [];
  const texts = new Map<string, DeployedText & { readonly translations: Record<string, string> }>();
  // Sorted, so that the text of a rule comes before its translations.
  for (const stem of names.toSorted()) {
    const name = `${stem}.md`;
    const [rule = '', locale] = stem.split('.', 2);
    try {
      const { markdown, front } = await readText(path.join(folder, name));
      const original = texts.get(rule);
      if (locale === undefined) texts.set(rule, { rule, markdown, ...given(front), translations: {} });
      else if (original === undefined) problems.push(`${name}: there is no ${rule}.md that it translates`);
      else if (Object.keys(front).length > 0) problems.push(`${name}: front matter belongs in ${rule}.md`);
      else original.translations[locale] = markdown;
    } catch (error) {
      problems.push(`${name}: ${messageOf(error)}`);
    }
  }
  return { texts: [...texts.values()], problems };
}

async function readText(file: string): Promise<TextFile> {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  const opening = OPENING.exec(text)?.[0];
  if (opening === undefined) return { markdown: text, front: {} };
  const rest = text.slice(opening.length);
  const closing = CLOSING.exec(rest);
  if (closing === null) throw new Error('the front matter has no end: a line ---');
  const { parse } = await import('yaml');
  const front = FrontMatter.parse(parse(rest.slice(0, closing.index)) ?? {});
  return { markdown: rest.slice(closing.index + closing[0].length), front };
}

function given({ locale, material, note, at: date }: TextFile['front']): Omit<DeployedText, 'rule' | 'markdown'> {
  return {
    ...(locale !== undefined && { locale }),
    ...(material !== undefined && { material }),
    ...(note !== undefined && { note }),
    ...(date !== undefined && { at: date }),
  };
}

function messageOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return (error as Error).message.split('\n', 1)[0] ?? '';
  return error.issues
    .map(({ path: [key], message }) => (key === undefined ? message : `${String(key)} ${message}`))
    .join('; ');
}
