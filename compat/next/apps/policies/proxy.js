import { requirePolicies } from 'policy-engine/next';
import { engine } from './lib/shop.js';

export const proxy = requirePolicies(engine);
