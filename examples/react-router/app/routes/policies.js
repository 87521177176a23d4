import { policyEngine } from 'policy-engine/react-router';
import { engine } from '../engine.server.js';

export const loader = policyEngine(engine);
export const action = loader;
