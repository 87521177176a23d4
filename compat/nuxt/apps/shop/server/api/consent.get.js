import { consentContextOf } from 'policy-engine/nuxt';
import { engine } from '../lib/shop.js';

export default defineEventHandler((event) => consentContextOf(engine, event).consentSnapshot());
