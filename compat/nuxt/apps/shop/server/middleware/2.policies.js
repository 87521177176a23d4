import { policyEngine } from 'policy-engine/nuxt';
import { engine } from '../lib/shop.js';

export default policyEngine(engine);
