/** This renderer as a service without a cache, on the port in the environment variable. */
import { createRenderer } from 'page-renderer';

const renderer = await createRenderer({
  host: '127.0.0.1',
  port: Number(process.env['PORT']),
  allowPrivateNetworks: ['127.0.0.0/8'],
  logLevel: 'silent',
});
await renderer.listen();
process.once('SIGTERM', () => void renderer.close());
