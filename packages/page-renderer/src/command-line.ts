/** The command `page-renderer`. */
import { parseArgs } from 'node:util';
import { loadConfig } from './config.ts';
import { pointingTo, RendererError } from './errors.ts';
import { explain } from './explain-command.ts';
import type { RendererConfig } from './options.ts';
import type { CommandOutput } from './render-command.ts';
import { renderOnce } from './render-command.ts';
import { createRenderer, PRODUCT } from './renderer.ts';
import { signFor } from './sign-command.ts';
import { warmCommand } from './warm-command.ts';
import { checkConfigCommand } from './takeover/check-config.ts';

const HELP = `Usage: page-renderer [options]                       serve over HTTP
       page-renderer render URL [-o FILE] [options]     write the page's HTML
       page-renderer screenshot URL -o FILE [options]   write a screenshot of the page
       page-renderer warm SITEMAP [options]             have a running service render the pages of a sitemap
       page-renderer sign ADDRESS [options]             sign an address of the service, for sharing
       page-renderer check-config [FILE] [options]      check a configuration, key by key
       page-renderer explain [CODE]                     explain an error code; without CODE, list all codes

Opens web pages in headless Chromium, waits until they are complete, and writes the result.

Options:
  -c, --config FILE    read the configuration from FILE (default: config.json in the working directory, if it exists)
  -h, --help           show this help
  -v, --version        show the version

With render and screenshot:
  -o, --output FILE    output file (render: default is standard output); for screenshots .jpg, .png or .webp
      --mobile         emulate a mobile device
      --width PIXELS   size of the viewport, 1 to 8192
      --height PIXELS
      --timezone ID    time zone, for example Europe/Rome
      --full-page      the full page, not only the viewport (screenshot)

Exit code: 0 if the page is complete; 2 if its status is an error, or if it was stopped before it was complete (the output is
written); 1 if there is no output.

With sign (ADDRESS is the address of a render or a screenshot, such as
'https://render.example/screenshot/https%3A%2F%2Fexample.com%2F?width=1200'):
      --key ID         id of one of the "signingKeys" (default: the first)
      --expires WHEN   validity, such as 90m, 12h or 30d, or a date (default: 7d)

With warm (SITEMAP is the address of a sitemap, of a robots.txt, or of a site):
      --server URL     the service (default: that of the configuration, on this machine)
      --mobile         for mobile devices too
      --json           write the finished job as JSON

Exit code: 0 if all pages are fresh, 2 if some are not, 1 if the job failed. If interrupted, the job goes on.

With check-config (it accepts configurations of Rendertron too, and starts no browser):
      --json           write JSON
      --offline        do not connect to Redis or Datastore

Exit code: 0 if the service would start, 1 if not, 2 if the configuration cannot be read.

Environment:
  PORT, HOST           override "port" and "host" of the configuration
  CHROME_PATH          the browser to use
  PAGE_RENDERER_ADMIN_TOKEN
                       with warm: the admin token of the service

While the service runs, http://127.0.0.1:3000/ is a page for trying it out.
`;

const OPTIONS = {
  config: { type: 'string', short: 'c' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  output: { type: 'string', short: 'o' },
  mobile: { type: 'boolean' },
  timezone: { type: 'string' },
  width: { type: 'string' },
  height: { type: 'string' },
  'full-page': { type: 'boolean' },
  key: { type: 'string' },
  expires: { type: 'string' },
  json: { type: 'boolean' },
  offline: { type: 'boolean' },
  server: { type: 'string' },
} as const;

const COMMANDS: ReadonlySet<string> = new Set(['render', 'screenshot', 'warm', 'sign', 'check-config', 'explain']);

/** What a command needs, other than the URL of a page. */
const WHAT: Readonly<Record<string, string>> = { sign: 'an address of the service', warm: 'the address of a sitemap' };

function parse(words: readonly string[]) {
  return parseArgs({ args: [...words], allowPositionals: true, options: OPTIONS });
}

/**
 * Runs a command line, without the name of the program.
 *
 * @returns the exit code, 2 for a page that is not whole; undefined where the service has been started and goes on
 */
export async function runCommandLine(words: readonly string[], output: CommandOutput): Promise<number | undefined> {
  try {
    return await run(words, output);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isExpected = error instanceof RendererError || typeof code === 'string';
    const message = isExpected ? (error as Error).message : String((error as Error).stack);
    output.writeError(`page-renderer: ${error instanceof RendererError ? told(error) : message}\n`);
    return 1;
  }
}

/** In a terminal the page is nearer than its address. A wrong word on the command line needs none. */
function told({ code, reason }: RendererError): string {
  return code === 'invalid-parameter' ? reason : pointingTo(reason, `"page-renderer explain ${code}"`);
}

async function run(words: readonly string[], to: CommandOutput): Promise<number | undefined> {
  const { values, positionals } = parse(words);
  const written = (text: string) => {
    to.write(text);
    return 0;
  };
  if (values.help) return written(HELP);
  if (values.version) return written(`${PRODUCT}\n`);
  const [command, url, ...rest] = positionals;
  if (rest.length > 0 || (command !== undefined && !COMMANDS.has(command))) {
    throw new RendererError('invalid-parameter', `unknown command "${positionals.join(' ')}"; see --help`);
  }
  if (command === 'check-config') return checkConfigCommand(url ?? values.config, values, to);
  if (command === 'explain') return written(explain(url));
  const config = await loadConfig({ file: values.config });
  if (command === undefined) return serve(config, to);
  if (url === undefined) {
    const what = WHAT[command] ?? 'the URL of a page';
    throw new RendererError('invalid-parameter', `${command}: ${what} is missing`);
  }
  if (command === 'warm') return warmCommand(config, url, values, to);
  if (command === 'sign') return written(`${signFor(config, url, values)}\n`);
  return renderOnce(config, command === 'render' ? 'render' : 'screenshot', url, values, to);
}

async function serve(config: RendererConfig, to: CommandOutput): Promise<undefined> {
  const renderer = await createRenderer(config);
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
  to.writeError(`page-renderer is ready at ${url}\n`);
}
