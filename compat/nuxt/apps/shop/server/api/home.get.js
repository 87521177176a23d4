import { consentContextOf } from 'policy-engine/nuxt';
import { engine, homePage } from '../lib/shop.js';

export default defineEventHandler((event) => homePage(consentContextOf(engine, event)));
