import { policyEngine } from 'policy-engine/next';
import { engine } from '../../../engine.mjs';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = policyEngine(engine);
