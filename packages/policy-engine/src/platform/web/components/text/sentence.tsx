/** A translated sentence with an element in it, such as a time: each language has it at its own place. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';

/** Stands for the element in the text; no text of a host contains it (a noncharacter of Unicode). */
export const PLACE = '\uFDD0';

/** @param props.text with {@link PLACE} where the children go */
export function Sentence({ text, children }: { text: string; children?: Child }): JSX.Element {
  const [before = '', ...after] = text.split(PLACE);
  return (
    <>
      {before}
      {children}
      {after.join('')}
    </>
  );
}
