import { renderMiddleware } from 'render-middleware/next';

export const proxy = renderMiddleware({ proxyUrl: process.env.RENDERER_URL, origin: process.env.SITE_ORIGIN });
