/** Addresses, URLs and other long words without spaces: on a narrow screen they break after separators, not inside of their parts. */
import type { JSX } from 'hono/jsx/jsx-runtime';

/** After the separators of the large parts. The `//` of a URL stays together. */
const LARGE = /(?<=[/@?&#])(?=[^/@?&#])/u;

/** After the separators within a part, which is broken only if it is long: a line `test` after `example.` helps nobody. */
const SMALL = /(?<=[._=:;,+-])(?=[^._=:;,+-])/u;

/** Characters that fit into a line of every column. */
const LONG = 24;

/** Characters that fit into a line of a card in a window of 320 px. */
const FITS = 16;

/** @param props.text an address, or a text that may contain some: words that are not long stay as they are */
export function Breakable({ text }: { text: string }): JSX.Element {
  const words = text.split(/(?<=\s)/u);
  if (words.every((word) => word.length <= FITS)) return <>{text}</>;
  return (
    <>
      {words.map((word) => (
        <Word word={word} />
      ))}
    </>
  );
}

function Word({ word }: { word: string }): JSX.Element {
  if (word.length <= FITS) return <>{word}</>;
  // Only in the smallest windows: elsewhere, a column would become narrower than the word.
  const mayBreak = word.length <= LONG ? <span class="pe-narrow-break" /> : <wbr />;
  const [first = '', ...others] = word
    .split(LARGE)
    .flatMap((part) => (part.length > LONG ? part.split(SMALL) : [part]));
  return (
    <>
      {first}
      {others.map((part) => (
        <>
          {mayBreak}
          {part}
        </>
      ))}
    </>
  );
}
