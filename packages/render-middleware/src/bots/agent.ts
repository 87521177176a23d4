/** Types of the list of bots. */

/** The purpose for which a bot fetches pages. */
export type AgentClass = 'search' | 'ai-search' | 'ai-training' | 'ai-user' | 'social' | 'tools';

/** All classes. */
export const AGENT_CLASSES: readonly AgentClass[] = [
  'search',
  'ai-search',
  'ai-training',
  'ai-user',
  'social',
  'tools',
];

/** A user agent that gets rendered pages. */
export interface Agent {
  /** The text that is searched for in the `User-Agent` header, as a whole word and in upper or lower case. */
  readonly token: string;
  /** `start`: the header must begin with the token, because apps of real people contain the same word in other positions. */
  readonly at?: 'start';
  /** The operator: a name, or the host of its page if no name was found. */
  readonly operator: string;
  /** The purpose for which it fetches pages. */
  readonly class: AgentClass;
  /** Where the token is documented, or where it was collected. */
  readonly source: string;
}

/** A published list that entries were taken from. */
export interface AgentSource {
  readonly name: string;
  readonly version: string;
  /** The day this version was published (ISO 8601). */
  readonly date: string;
  /** SPDX identifier. */
  readonly licence: string;
  readonly copyright: string;
  readonly url: string;
}
