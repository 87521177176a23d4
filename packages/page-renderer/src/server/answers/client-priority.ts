/** How urgent the requests of a client are. */
import { RendererError } from '../../kernel/errors.ts';
import type { Priority } from '../../kernel/priority.ts';
import { lowerOf, PRIORITIES } from '../../kernel/priority.ts';
import type { BotClass } from '../../traffic/bots.ts';
import { BOT_HEADER, botOf } from '../../traffic/bots.ts';
import type { Backend } from '../context/context.ts';
import type { Credential } from '../access/render-access.ts';
import type { AccessRequest } from '../access/request.ts';

/** Sent by clients that know how urgent a request is, such as a job that warms the cache. */
export const PRIORITY_HEADER = 'x-render-priority';

const PRIORITY_OF: Readonly<Record<BotClass, Priority>> = {
  none: 'person',
  'ai-user': 'person',
  social: 'person',
  search: 'search',
  'ai-search': 'search',
  tools: 'bot',
  other: 'bot',
  'ai-training': 'training',
};

/**
 * The class of a request. It is that of its user agent, or of the bot that a program names which is not on the list of bots
 * itself, such as render-middleware. A bot on the list cannot raise its class by naming another one, and a class in
 * `X-Render-Priority` can only be lower, unless the client has the render token or the admin token.
 *
 * @throws {RendererError} `invalid-parameter` for an unknown class
 */
export function priorityOf(
  request: AccessRequest,
  { admin }: Pick<Backend, 'admin'>,
  credential: Credential,
): Priority {
  const own = claimed(request);
  const asked = request.req.header(PRIORITY_HEADER)?.trim().toLowerCase();
  if (asked === undefined || asked === '') return own;
  const priority = PRIORITIES.find((name) => name === asked);
  if (!priority) {
    throw new RendererError('invalid-parameter', `X-Render-Priority: expected one of ${PRIORITIES.join(', ')}`);
  }
  return credential.kind === 'token' || admin.allows(request) ? priority : lowerOf(own, priority);
}

function claimed({ req }: AccessRequest): Priority {
  const sender = botOf((name) => (name === BOT_HEADER ? undefined : req.header(name)));
  const named = PRIORITY_OF[botOf((name) => req.header(name)).class];
  return sender.class === 'other' ? named : lowerOf(PRIORITY_OF[sender.class], named);
}
