/** The shop as a process of its own: `node demo/main.ts`, after `npm run build`. */
import { pino } from 'pino';
import { placesFromEnvironment } from './places.ts';
import { createDemo } from './shop.ts';

const port = Number(process.env['STOREFRONT_PORT'] ?? 8080);
const rendererUrl = process.env['RENDERER_URL'] ?? 'http://127.0.0.1:3000';
const mailUrl = process.env['SMTP_URL'];
const logger = pino();

if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`STOREFRONT_PORT must be a port number, got ${JSON.stringify(process.env['STOREFRONT_PORT'])}`);
  process.exit(1);
}

const demo = createDemo({
  ...placesFromEnvironment(),
  rendererUrl,
  mailUrl,
  logger,
  sampleTexts: process.env['SAMPLE_TEXTS'] === '1',
});
try {
  logger.info({ url: await demo.listen(port), rendererUrl }, 'storefront is listening');
} catch (error) {
  const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  console.error(taken ? `Port ${port} is already in use. Set STOREFRONT_PORT to another one.` : String(error));
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void demo.close());
