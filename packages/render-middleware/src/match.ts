import { type Agent, type AgentClass, AGENT_CLASSES, agents } from './agents.ts';

const LETTER_OR_DIGIT = /[a-z0-9]/i;
const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A token is a whole word: `Yeti` must not be found in `yetibrowser`, nor `CCBot` in `accbot`. */
function pattern({ token, at }: Agent): string {
  const before = at === 'start' ? '^' : LETTER_OR_DIGIT.test(token[0] ?? '') ? '(?<![a-z0-9])' : '';
  const after = LETTER_OR_DIGIT.test(token.at(-1) ?? '') ? '(?![a-z0-9])' : '';
  return before + escape(token) + after;
}

const single = agents.map((agent) => ({ agent, pattern: new RegExp(pattern(agent), 'i') }));

const patterns = new Map<AgentClass, RegExp>(
  AGENT_CLASSES.map((name) => [
    name,
    new RegExp(
      agents
        .filter((agent) => agent.class === name)
        .map(pattern)
        .join('|'),
      'i',
    ),
  ]),
);

/**
 * Whether a `User-Agent` header belongs to a listed bot of one of the classes.
 *
 * The header is a claim: anyone can send it. The answer decides which form of a page is sent, never what may be seen.
 */
export function isAgent(userAgent: string, classes: readonly AgentClass[] = AGENT_CLASSES): boolean {
  return classes.some((name) => patterns.get(name)?.test(userAgent));
}

/** The listed bot a `User-Agent` header belongs to, the first of the list where several are named; for logs and counts. */
export function findAgent(userAgent: string): Agent | undefined {
  return single.find(({ pattern }) => pattern.test(userAgent))?.agent;
}
