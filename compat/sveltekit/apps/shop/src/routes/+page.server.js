import { consentContextOf } from 'policy-engine/sveltekit';
import { engine, homePage } from '../lib/shop.js';

export const load = (event) => homePage(consentContextOf(engine, event));
