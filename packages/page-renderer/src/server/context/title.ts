import { Parser } from 'htmlparser2';

/** Characters in which a title is looked for, and that are read at a time. */
const MOST = 256 * 1024;
const PIECE = 16 * 1024;

/** The first title of a page; empty without one. */
export function titleOf(html: string): string {
  const found = { title: '', isIn: false, isDone: false };
  let pictures = 0;
  const parser = new Parser({
    onopentag: (name) => {
      if (name === 'svg') pictures += 1;
      if (name === 'title' && pictures === 0 && !found.isDone) found.isIn = true;
    },
    ontext: (text) => {
      if (found.isIn) found.title += text;
    },
    onclosetag: (name) => {
      if (name === 'svg') pictures -= 1;
      if (name === 'title' && found.isIn) Object.assign(found, { isIn: false, isDone: true });
    },
  });
  for (let at = 0; at < Math.min(html.length, MOST) && !found.isDone; at += PIECE)
    parser.write(html.slice(at, at + PIECE));
  return found.title.replaceAll(/\s+/g, ' ').trim();
}
