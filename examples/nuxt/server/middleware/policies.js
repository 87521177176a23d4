import { policyEngine } from 'policy-engine/nuxt';
import { engine } from '../utils/engine.mjs';

export default policyEngine(engine);
