import { type Agent, type AgentClass, AGENT_CLASSES } from './agent.ts';
import { agents } from './agents.ts';
import { STATIC_EXTENSIONS } from '../decide/static-files.ts';

/** Without backslashes, which configuration languages treat differently. */
const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '[$&]');
const isWord = (letter: string | undefined): boolean => letter !== undefined && /[a-z0-9]/i.test(letter);

const isAtStart = ({ at }: Agent): boolean => at === 'start';
const startsWord = (agent: Agent): boolean => !isAtStart(agent) && isWord(agent.token[0]);
const endsWord = ({ token }: Agent): boolean => isWord(token.at(-1));

const WORD_BEFORE = '(?:^|[^a-z0-9])';
const WORD_AFTER = '(?:[^a-z0-9]|$)';

function alternatives(before: string, found: readonly Agent[], after: string): string {
  return found.length === 0 ? '' : `${before}(?:${found.map(({ token }) => escape(token)).join('|')})${after}`;
}

/**
 * The bots of some classes as one regular expression in the common syntax of PCRE, RE2 and JavaScript, for a
 * case-insensitive match with `User-Agent`. For servers and workers in front of the app; in the app use `isAgent`.
 */
export function agentPattern(classes: readonly AgentClass[] = AGENT_CLASSES): string {
  const tokens = agents.filter((agent) => classes.includes(agent.class));
  const parts = [
    // Whole words first: the configuration files of servers are recognized by this beginning.
    alternatives(WORD_BEFORE, tokens.filter(startsWord).filter(endsWord), WORD_AFTER),
    alternatives(
      WORD_BEFORE,
      tokens.filter(startsWord).filter((agent) => !endsWord(agent)),
      '',
    ),
    alternatives('^', tokens.filter(isAtStart).filter(endsWord), WORD_AFTER),
    alternatives(
      '^',
      tokens.filter(isAtStart).filter((agent) => !endsWord(agent)),
      '',
    ),
    alternatives(
      '',
      tokens.filter((agent) => !isAtStart(agent) && !startsWord(agent)),
      '',
    ),
  ];
  return parts.filter((part) => part !== '').join('|');
}

/** Paths of files that are not pages, in the same syntax, for a case-insensitive match. */
export function staticFilePattern(): string {
  return `[.](?:${[...STATIC_EXTENSIONS].join('|')})$`;
}
