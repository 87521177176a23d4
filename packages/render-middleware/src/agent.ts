/** What is said of a bot. */

/** What a bot fetches pages for. */
export type AgentClass = 'search' | 'ai-search' | 'ai-training' | 'ai-user' | 'social' | 'tools';

/** Every class there is. */
export const AGENT_CLASSES: readonly AgentClass[] = [
  'search',
  'ai-search',
  'ai-training',
  'ai-user',
  'social',
  'tools',
];

/** One user agent that is served rendered pages. */
export interface Agent {
  /** What is looked for in the `User-Agent` header, as a whole word and in any case. */
  readonly token: string;
  /** `start`: the header has to begin with the token, since apps of real people carry the same word further on. */
  readonly at?: 'start';
  /** Who runs it: a name, or the host of its page where no name was found. */
  readonly operator: string;
  /** What it fetches pages for. */
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
