import { sequence } from '@sveltejs/kit/hooks';
import { policyEngine, requirePolicies } from 'policy-engine/sveltekit';
import { renderMiddleware } from 'render-middleware/sveltekit';
import { engine, forBots } from './lib/shop.js';

export const handle = sequence(renderMiddleware(forBots), requirePolicies(engine), policyEngine(engine));
