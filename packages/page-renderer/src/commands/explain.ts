/** The command `page-renderer explain`: the pages about the codes of errors and about judgements, as the package has them. */
import { readFileSync } from 'node:fs';
import type { FindingKind } from '../audit/data/kinds.ts';
import { ACROSS_PAGES, FINDING_KINDS } from '../audit/data/kinds.ts';
import { JUDGEMENTS } from '../judgements/judgements.ts';
import type { RendererErrorCode } from '../kernel/errors.ts';
import { RENDERER_ERROR_CODES, RendererError } from '../kernel/errors.ts';
import { VERDICTS } from '../kernel/verdicts.ts';

const PAGES = new URL('../../docs/errors/', import.meta.url);
const JUDGEMENT_PAGES = new URL('../../docs/judgements/', import.meta.url);
const WIDTH = Math.max(...RENDERER_ERROR_CODES.map((code) => code.length));

/**
 * What the command writes.
 *
 * @param named a code, a judgement, the address of its page, or a verdict that errors have; without one, a list of all
 * @throws {RendererError} `invalid-parameter` for anything else
 */
export function explain(named: string | undefined): string {
  if (named === undefined) return listed();
  // Codes are looked up in the list and are never part of a path unchecked.
  const last = named.slice(named.lastIndexOf('/') + 1);
  if (FINDING_KINDS.some(({ name }) => name === last)) return textOfJudgement(last);
  const isPageOfCode = (code: RendererErrorCode) => code === last || statusOf(code).includes(`\`${last}\``);
  const known = RENDERER_ERROR_CODES.find((code) => code === last) ?? RENDERER_ERROR_CODES.find(isPageOfCode);
  if (known !== undefined) return textOf(known);
  if (VERDICTS.some((verdict) => verdict === last)) {
    const message = `explain: "${last}" is a verdict, not an error code; docs/reference.md lists all verdicts`;
    throw new RendererError('invalid-parameter', message);
  }
  throw new RendererError('invalid-parameter', `explain: unknown error code "${shortened(named)}"; ${hintFor(last)}`);
}

/** Part of a code that is given leads to those that have it: `browser` to `browser-unavailable` and `no-browser`. */
function hintFor(word: string): string {
  const parts = word
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((part) => part.length > 3);
  const alike = RENDERER_ERROR_CODES.filter((code) => parts.some((part) => code.includes(part)));
  const all = '"page-renderer explain" lists all codes';
  return alike.length === 0 ? all : `did you mean ${alike.join(' or ')}? ${all}`;
}

const LONGEST = 80;

function shortened(word: string): string {
  return word.length > LONGEST ? `${word.slice(0, LONGEST)}…` : word;
}

function textOf(code: RendererErrorCode): string {
  return readFileSync(new URL(`${code}.md`, PAGES), 'utf8');
}

/** The second paragraph of a page has its status and its verdicts. */
function statusOf(code: RendererErrorCode): string {
  return textOf(code).split('\n\n')[2] ?? '';
}

function lineOf(code: RendererErrorCode): string {
  const [, meaning = '', status = ''] = textOf(code).split('\n\n');
  return `${code.padEnd(WIDTH)}  ${/\d{3}/.exec(status)?.[0] ?? '   '}  ${meaning}\n`;
}

function textOfJudgement(name: string): string {
  return readFileSync(new URL(`${name}.md`, JUDGEMENT_PAGES), 'utf8');
}

function listed(): string {
  const lines = (kinds: readonly FindingKind[]) =>
    kinds.map(({ name, severity }) => {
      return `${name.padEnd(WIDTH)}  ${severity.padEnd('warning'.length)}  ${textOfJudgement(name).split('\n\n')[1] ?? ''}\n`;
    });
  const codes = RENDERER_ERROR_CODES.toSorted().map(lineOf).join('');
  const judgements = lines(JUDGEMENTS).join('');
  return `${codes}\nJudgements of /explain:\n\n${judgements}\nFindings of audits:\n\n${lines(ACROSS_PAGES).join('')}`;
}
