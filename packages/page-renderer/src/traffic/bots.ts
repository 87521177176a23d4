/** Which bot a page is rendered for, with few names: metrics have one time series for each. */
import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type * as RenderMiddleware from 'render-middleware';

/**
 * The list of bots. Its package is an optional peer, so that npm does not ask a registry for it; if it is missing, an `import` would
 * fail before any of our code could say what to install.
 */
const { AGENT_CLASSES, findAgent } = listOfBots();

function listOfBots(): typeof RenderMiddleware {
  try {
    return createRequire(import.meta.url)('render-middleware') as typeof RenderMiddleware;
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== 'MODULE_NOT_FOUND') throw cause;
    const error = new Error(
      'page-renderer needs the package render-middleware: install the tarballs of both with the line that "npm run pack" prints in the clone',
      { cause },
    );
    throw Object.assign(error, { code: 'RENDER_MIDDLEWARE_MISSING' });
  }
}

/** Sent by render-middleware: the name of the bot in its list, or `other`. */
export const BOT_HEADER = 'x-render-bot';

/**
 * The classes of the list of render-middleware; `other` for programs that are not in it, `none` for browsers and for requests
 * without a user agent.
 */
export type BotClass = RenderMiddleware.AgentClass | 'other' | 'none';

/** Each {@link BotClass}. */
export const BOT_CLASSES: readonly BotClass[] = [...AGENT_CLASSES, 'other', 'none'];

/** The bot of a request. Anyone can send its name. */
export interface Bot {
  readonly class: BotClass;
  /** As in the list, such as `Googlebot`; otherwise the class. */
  readonly name: string;
}

/** Maximum number of user agents that are remembered, and of characters of each that are searched. */
const REMEMBERED = { most: 1_000, length: 512 };
const known = new LRUCache<string, Bot>({ max: REMEMBERED.most });

/** The bot that a request names, or otherwise the one of its user agent. */
export function botOf(header: (name: string) => string | undefined): Bot {
  const named = header(BOT_HEADER);
  const text = (named ?? header('user-agent') ?? '').slice(0, REMEMBERED.length);
  const key = named === undefined ? `-${text}` : `+${text}`;
  let bot = known.get(key);
  if (!bot) known.set(key, (bot = find(text, named !== undefined)));
  return bot;
}

function find(text: string, isNamed: boolean): Bot {
  const agent = findAgent(text);
  if (agent) return { class: agent.class, name: agent.token };
  const isBrowser = text.startsWith('Mozilla/5.0 ') && !/bot\b|crawl|spider|https?:\/\//i.test(text);
  const name = !isNamed && (text === '' || isBrowser) ? 'none' : 'other';
  return { class: name, name };
}
