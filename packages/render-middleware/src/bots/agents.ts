/**
 * The user agents that get rendered pages: data, with the class and the source of each entry.
 *
 * Only tokens that are actually sent in the `User-Agent` header of a request are listed. `Google-Extended` and
 * `Applebot-Extended` exist only in robots.txt, and the agent of ChatGPT signs its requests but looks like Chrome.
 */
import type { Agent, AgentSource } from './agent.ts';
import * as generated from './agents.generated.ts';

/** The day on which our own entries were last checked against their sources (ISO 8601); others: {@link agentSources}. */
export const AGENTS_DATE: string = generated.AGENTS_DATE;

/** The published lists that entries were taken from. */
export const agentSources: readonly AgentSource[] = generated.agentSources;

/** The list, in the order of the classes; last come names that only the middlewares of Prerender and Rendertron know. */
export const agents: readonly Agent[] = generated.AGENT_GROUPS.flatMap(([operator, name, source, tokens]) =>
  tokens.map((token): Agent =>
    token.startsWith('^')
      ? { token: token.slice(1), at: 'start', operator, class: name, source }
      : { token, operator, class: name, source },
  ),
);
