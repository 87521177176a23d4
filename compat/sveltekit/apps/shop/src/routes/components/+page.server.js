import { consentContextOf } from 'policy-engine/sveltekit';
import { engine } from '../../lib/shop.js';

export const load = async (event) => ({ consent: await consentContextOf(engine, event).consentSnapshot() });
