import { type Agent, type AgentClass, AGENT_CLASSES } from './agent.ts';
import { agents } from './agents.ts';

/** Letters of tokens, one below another, with the places in the list of those that end here. */
interface Letter {
  readonly next: Map<number, Letter>;
  readonly ends: number[];
}

const letter = (): Letter => ({ next: new Map(), ends: [] });

/** A to Z, a to z and 0 to 9, as character codes. */
function isWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
}

/** By the letters: the time to look a text through grows with its length, and not with the number of tokens. */
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

/** The place in the list of the first listed bot that a text names, or Infinity. */
function firstIn(userAgent: string, isWanted: (agent: Agent) => boolean): number {
  const text = userAgent.toLowerCase();
  let first = Infinity;
  for (let from = 0; from < text.length; from++) {
    // A token is a whole word: `Yeti` must not be found in `yetibrowser`, nor `CCBot` in `accbot`.
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
 * The header is a claim: anyone can send it. The answer decides which form of a page is sent, never what may be seen.
 */
export function isAgent(userAgent: string, classes: readonly AgentClass[] = AGENT_CLASSES): boolean {
  return firstIn(userAgent, (agent) => classes.includes(agent.class)) !== Infinity;
}

/** The listed bot a `User-Agent` header belongs to, the first of the list where several are named; for logs and counts. */
export function findAgent(userAgent: string): Agent | undefined {
  return agents[firstIn(userAgent, () => true)];
}
