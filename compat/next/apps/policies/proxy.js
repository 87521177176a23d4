import { requirePolicies } from 'policy-engine/next';
import { renderMiddleware } from 'render-middleware/next';
import { engine, forBots } from './lib/shop.js';

const bots = renderMiddleware(forBots);
const required = requirePolicies(engine);

export async function proxy(request) {
  const answer = await bots(request);
  // This header marks a request that continues.
  if (answer && !answer.headers.has('x-middleware-next')) return answer;
  return (await required(request)) ?? answer;
}
