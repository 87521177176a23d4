import { renderMiddleware } from 'render-middleware/nuxt';
import { forBots } from '../lib/shop.js';

export default renderMiddleware(forBots);
