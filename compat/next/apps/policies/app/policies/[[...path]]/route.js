import { policyEngine } from 'policy-engine/next';
import { engine } from '../../../lib/shop.js';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = policyEngine(engine);
