import { policyEngine } from 'policy-engine/react-router';
import { engine } from '../../lib/shop.js';

export const loader = policyEngine(engine);
export const action = loader;
