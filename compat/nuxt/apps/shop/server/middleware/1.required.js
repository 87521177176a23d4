import { requirePolicies } from 'policy-engine/nuxt';
import { engine } from '../lib/shop.js';

export default requirePolicies(engine);
