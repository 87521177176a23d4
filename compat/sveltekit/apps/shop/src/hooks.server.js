import { sequence } from '@sveltejs/kit/hooks';
import { policyEngine, requirePolicies } from 'policy-engine/sveltekit';
import { engine } from './lib/shop.js';

export const handle = sequence(requirePolicies(engine), policyEngine(engine));
