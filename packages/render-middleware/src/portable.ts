import { type AgentClass, AGENT_CLASSES, agents } from './agents.ts';
import { STATIC_EXTENSIONS } from './static-files.ts';

/** Without a backslash, which each configuration language reads in its own way. */
const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '[$&]');
const isWord = (letter: string | undefined): boolean => letter !== undefined && /[a-z0-9]/i.test(letter);

/**
 * The bots of some classes as one regular expression in the words that PCRE, RE2 and JavaScript have in common, to be
 * matched in any case against `User-Agent`. For servers and workers in front of the app; in the app use `isAgent`.
 */
export function agentPattern(classes: readonly AgentClass[] = AGENT_CLASSES): string {
  const words: string[] = [];
  const others: string[] = [];
  for (const { token, at, class: name } of agents) {
    if (!classes.includes(name)) continue;
    if (at !== 'start' && isWord(token[0]) && isWord(token.at(-1))) words.push(escape(token));
    else others.push((at === 'start' ? '^' : '') + escape(token));
  }
  const wholeWords = words.length > 0 ? [`(?:^|[^a-z0-9])(?:${words.join('|')})(?:[^a-z0-9]|$)`] : [];
  return [...wholeWords, ...others].join('|');
}

/** Paths of files that are no pages, in the same words; to be matched in any case. */
export function staticFilePattern(): string {
  return `[.](?:${[...STATIC_EXTENSIONS].join('|')})$`;
}
