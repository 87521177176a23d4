import { parseArgs } from 'node:util';
import { loadConfig } from './config.ts';
import { RendererError } from './errors.ts';
import { createRenderer, PRODUCT } from './renderer.ts';

const HELP = `Usage: page-renderer [options]

Renders web pages in headless Chromium and serves the result over HTTP.

Options:
  -c, --config FILE   read the configuration from FILE (default: config.json in the working directory, if there)
  -h, --help          show this help
  -v, --version       show the version

Environment:
  PORT, HOST          override "port" and "host" of the configuration
  CHROME_PATH         the browser to use

Then open http://127.0.0.1:3000/render/https://example.com/
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      config: { type: 'string', short: 'c' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
  });
  if (values.help) return void process.stdout.write(HELP);
  if (values.version) return void process.stdout.write(`${PRODUCT}\n`);
  const renderer = await createRenderer(await loadConfig({ file: values.config }));
  let stopping = false;
  const stop = () => {
    // Asked a second time, someone is in a hurry.
    if (stopping) process.exit(1);
    stopping = true;
    void renderer.close().then(() => process.exit(0));
  };
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
  const { url } = await renderer.listen();
  await renderer.ready();
  process.stderr.write(`page-renderer is ready at ${url}\n`);
}

try {
  await main();
} catch (error) {
  const expected = error instanceof RendererError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`page-renderer: ${expected ? (error as Error).message : String((error as Error).stack)}\n`);
  process.exit(1);
}
