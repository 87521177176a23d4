import { Parser } from 'htmlparser2';

/** Characters in which a title is looked for, and that are read at a time. */
const MOST = 256 * 1024;
const PIECE = 16 * 1024;

/** The first title of a page; empty without one. */
export function titleOf(html: string): string {
  let [title, isIn, isDone, pictures] = ['', false, false, 0];
  const parser = new Parser({
    onopentag: (name) => {
      if (name === 'svg') pictures += 1;
      if (name === 'title' && pictures === 0 && !isDone) isIn = true;
    },
    ontext: (text) => {
      if (isIn) title += text;
    },
    onclosetag: (name) => {
      if (name === 'svg') pictures -= 1;
      if (name === 'title' && isIn) [isIn, isDone] = [false, true];
    },
  });
  for (let at = 0; at < Math.min(html.length, MOST) && !isDone; at += PIECE) parser.write(html.slice(at, at + PIECE));
  return title.replaceAll(/\s+/g, ' ').trim();
}
