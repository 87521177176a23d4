import { policyEngine } from 'policy-engine/sveltekit';
import { engine } from './lib/server/engine.js';

export const init = () => engine.start();
export const handle = policyEngine(engine);
