import { type Agent, type AgentClass, AGENT_CLASSES } from './agent.ts';
import { agents } from './agents.ts';

/** A tree of the letters of tokens, with the positions in the list of tokens that end at this letter. */
interface Letter {
  readonly next: Map<number, Letter>;
  readonly ends: number[];
}

const letter = (): Letter => ({ next: new Map(), ends: [] });

/** A to Z, a to z and 0 to 9, as character codes. */
function isWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
}

/** By letter: the search time depends on the length of the text, not on the number of tokens. */
const root = letter();
for (const [place, { token }] of agents.entries()) {
  let at = root;
  for (const character of token.toLowerCase()) {
    const code = character.charCodeAt(0);
    const next = at.next.get(code) ?? letter();
    at.next.set(code, next);
    at = next;
  }
  at.ends.push(place);
}

/** The position in the list of the first listed bot in a text, or Infinity. */
function firstIn(userAgent: string, isWanted: (agent: Agent) => boolean): number {
  const text = userAgent.toLowerCase();
  let first = Infinity;
  for (let from = 0; from < text.length; from++) {
    // A token is a whole word: `Yeti` must not match `yetibrowser`, nor `CCBot` match `accbot`.
    if (from > 0 && isWord(text.charCodeAt(from)) && isWord(text.charCodeAt(from - 1))) continue;
    let at = root.next.get(text.charCodeAt(from));
    for (let end = from + 1; at !== undefined; end++) {
      for (const place of at.ends) {
        const agent = agents[place];
        if (place >= first || agent === undefined || (agent.at === 'start' && from > 0) || !isWanted(agent)) continue;
        if (!isWord(text.charCodeAt(end - 1)) || !isWord(text.charCodeAt(end))) first = place;
      }
      at = at.next.get(text.charCodeAt(end));
    }
  }
  return first;
}

/**
 * Whether a `User-Agent` header belongs to a listed bot of one of the classes.
 *
 * Anyone can send this header. Use the result to choose the form of a page, never for access control.
 */
export function isAgent(userAgent: string, classes: readonly AgentClass[] = AGENT_CLASSES): boolean {
  return firstIn(userAgent, (agent) => classes.includes(agent.class)) !== Infinity;
}

/** The listed bot of a `User-Agent` header, the first one in the list if there are several; for logs and metrics. */
export function findAgent(userAgent: string): Agent | undefined {
  return agents[firstIn(userAgent, () => true)];
}
