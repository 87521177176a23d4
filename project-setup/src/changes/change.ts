/** What `init` would do to the files of a project, before it does anything. */
import { lineDifference } from './difference.ts';

/** A file that is created, changed, left as it is, or left to a person. */
export type Change =
  /** A new file. */
  | { readonly kind: 'create'; readonly file: string; readonly about: string; readonly text: string }
  /** Another text for an existing file. */
  | {
      readonly kind: 'edit';
      readonly file: string;
      readonly about: string;
      readonly before: string;
      readonly after: string;
    }
  /** Done already. */
  | { readonly kind: 'present'; readonly file: string; readonly about: string }
  /** Not understood, or a decision of the person: lines to add by hand. */
  | {
      readonly kind: 'by-hand';
      readonly file: string | null;
      readonly about: string;
      readonly reason: string;
      readonly lines: readonly string[];
    };

/** Unchanged lines that are shown around an insertion. */
const AROUND = 2;

/** A change as lines for the person, in the form of a unified difference. */
export function changeInLines(change: Change): string[] {
  switch (change.kind) {
    case 'create':
      return [`+++ ${change.file} (${change.about})`, ...linesOf(change.text).map((line) => `+ ${line}`)];
    case 'edit':
      return [`+++ ${change.file} (${change.about})`, ...differenceInLines(change.before, change.after)];
    case 'present':
      return [`=== ${change.file} (${change.about}: there already)`];
    case 'by-hand':
      return [
        `!!! ${change.file ?? 'your code'} (${change.about}: add it yourself, since ${change.reason})`,
        ...change.lines.map((line) => `    ${line}`),
      ];
  }
}

function differenceInLines(before: string, after: string): string[] {
  const lines = lineDifference(linesOf(before), linesOf(after));
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ sign }) => sign !== ' ');
  return lines.flatMap(({ sign, text }, at) => {
    if (!isNear(at)) return [];
    const line = `${sign} ${text}`;
    return at > 0 && !isNear(at - 1) ? ['@@', line] : [line];
  });
}

function linesOf(text: string): string[] {
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}
