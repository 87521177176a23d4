/** The command `page-renderer`. */
import type { Server } from 'node:net';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import type { LoadedConfig } from '../settings/config.ts';
import { loadSettings } from '../settings/config.ts';
import { pointingTo, RendererError } from '../kernel/errors.ts';
import { DONE, exitCodeOfError, FAILED } from './exit-codes.ts';
import { explain } from './explain.ts';
import { inspectCommand } from './inspect.ts';
import { initCommand } from './init.ts';
import type { CommandOutput } from './render.ts';
import { renderOnce } from './render.ts';
import { PRODUCT } from '../kernel/version.ts';
import { createRenderer } from '../compose.ts';
import { nearest } from '../settings/nearest.ts';
import { SETTING_FLAGS } from '../settings/sources.ts';
import { auditCommand } from './audit.ts';
import { signFor } from './sign.ts';
import { warmCommand } from './warm.ts';
import { checkConfigCommand } from './check-config.ts';

const HELP = `Usage: page-renderer [options]                       serve over HTTP
       page-renderer render URL [-o FILE] [options]     write the page's HTML
       page-renderer screenshot URL -o FILE [options]   write a screenshot of the page
       page-renderer pdf URL -o FILE [options]          print the page to a PDF file
       page-renderer inspect URL [options]              say what bots get from the page, and what is wrong with it
       page-renderer warm ADDRESS [options]             have a running service render the pages of a sitemap
       page-renderer audit URL [options]                audit the pages of a site
       page-renderer sign ADDRESS [options]             sign an address of the service, for sharing
       page-renderer check-config [FILE] [options]      check a configuration, and show every setting with its source
       page-renderer init --origin URL [options]        put the service beside the project of this folder
       page-renderer explain [CODE]                     explain an error code; without CODE, list all codes

Opens web pages in headless Chromium, waits until they are complete, and writes the result.

Options:
  -c, --config FILE    read the configuration from FILE (default: config.json in the working directory, if it exists)
  -h, --help           show this help
  -v, --version        show the version

Every option of the configuration is also a flag and an environment variable: "cacheMaxEntries" in the file is
--cache-max-entries 500 and PAGE_RENDERER_CACHE_MAX_ENTRIES=500; --no-sandbox is "sandbox": false. A flag overrides a variable,
and a variable the file. Secrets are read from files: PAGE_RENDERER_ADMIN_TOKEN_FILE=/run/secrets/admin-token.

With render, screenshot and pdf:
  -o, --output FILE    output file (render: default is standard output); for screenshots .jpg, .png or .webp, for PDF .pdf
      --mobile         emulate a mobile device
      --width PIXELS   size of the viewport, 1 to 8192
      --height PIXELS
      --timezone ID    time zone, for example Europe/Rome
      --full-page      the full page, not only the viewport (screenshot)
      --format FORMAT  html, md (Markdown of the main content), links or metadata as JSON (render; default: md if FILE ends with
                       .md, otherwise html)

With pdf:
      --page-size SIZE A3 to A6, Letter, Legal, Tabloid, Ledger, or a width and a height such as "210mm 297mm"
      --margin LENGTHS one to four lengths, as in CSS
      --landscape      turns the paper
      --no-background  leaves backgrounds out
      --scale NUMBER   0.1 to 2
      --page-ranges PAGES  such as "1-3, 5, 8-"
      --header-text TEXT   above each page: text with {page}, {pages}, {title}, {url} and {date}
      --footer-text TEXT   the same below each page
      --tagged         with tags for assistive technology; --outline: headings become bookmarks

A URL on this machine, such as localhost:8080/, is rendered without a configuration.

Exit code: 0 if the page is complete; 1 if the renderer fails (no browser, output not writable); 2 if the command line or the
configuration is wrong; 3 if the page exceeds its time or another limit; 4 if its status is 4xx, 5 if it is 5xx; 6 if the
address may not be rendered; 7 if the page cannot be loaded. With 3, 4 and 5 there is output, if anything was rendered.

With inspect (it makes two renders, and takes --mobile and --timezone as render does):
      --tab NAME       what is written after the first lines: findings (default), or as JSON raw, rendered, difference, pictures,
                       structured-data, cards, links, timeline or response
      --external-links also request links to other origins, slowly (--tab links)
      --json           write everything as JSON
  -o, --output FILE    output file (default: standard output)

Exit code: as with render; findings do not change it.

With sign (ADDRESS is the address of a render or a screenshot, such as
'https://render.example/screenshot/https%3A%2F%2Fexample.com%2F?width=1200'):
      --key ID         id of one of the "signingKeys" (default: the first)
      --expires WHEN   validity, such as 90m, 12h or 30d, or a date (default: 7d)

With warm (ADDRESS is that of a sitemap, of a robots.txt, or of a site):
      --server URL     the service (default: that of the configuration, on this machine)
      --mobile         for mobile devices too
      --links          follow links from ADDRESS, within robots.txt, instead of reading a sitemap
      --json           write the finished job as JSON

Exit code: 0 if all pages are fresh, 2 if some are not, 1 if the job failed. If interrupted, the job goes on.

With audit (URL is the start page of a site; what robots.txt allows is rendered):
      --format FORMAT  text, json, csv or sarif (default: that of the ending of FILE, otherwise text)
  -o, --output FILE    output file (default: standard output)
      --fail-on LEVEL  exit with 8 if there are findings of this severity or of a higher one: error, warning or note
      --from SOURCE    both (default), links or sitemap
      --pages NUMBER   pages, at most (default: 1000)
      --depth NUMBER   links from the start page, at most (default: 20)
      --hosts LIST     further hosts, separated by commas
      --external-links also request links to other hosts, slowly, 500 at most
      --rate NUMBER    pages per minute, at most (default: that of "sites", otherwise 60)

Exit code: 0 if there is a report, 1 if the audit failed, 8 see --fail-on.

With check-config (it accepts configurations of Rendertron too, and starts no browser):
      --json           write JSON
      --offline        do not connect to Redis or Datastore

Exit code: 0 if the service would start, 1 if not, 2 if the command line is wrong or the file cannot be read.

With init (shows what it would change, asks, writes the files, and renders the start page once; it may be run again):
      --origin URL     public origin of the site
      --server NAME    write the lines for nginx, caddy, apache or cloudflare, instead of mounting render-middleware
      --app HOST:PORT  the app behind the web server (default: 127.0.0.1:8080)
      --listen HOST:PORT
                       where the web server listens (default: 127.0.0.1:8000)
      --entry FILE     the file that creates the app, if there are several
      --dry-run        only show the changes
  -y, --yes            do not ask

It reads config.json of Rendertron, and servers, variables and middleware of Prerender, and says what becomes of each key.

Exit code: 0 if it is done, 1 for a no or if the page is not complete, 2 if --dry-run has found something to change.

Environment:
  PAGE_RENDERER_…      options, see above; PAGE_RENDERER_CONFIG is the configuration file
  PORT, HOST           the same as PAGE_RENDERER_PORT and PAGE_RENDERER_HOST
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
  'full-page': { type: 'boolean' },
  format: { type: 'string' },
  'page-size': { type: 'string' },
  margin: { type: 'string' },
  landscape: { type: 'boolean' },
  background: { type: 'boolean' },
  scale: { type: 'string' },
  'page-ranges': { type: 'string' },
  'header-text': { type: 'string' },
  'footer-text': { type: 'string' },
  tagged: { type: 'boolean' },
  outline: { type: 'boolean' },
  key: { type: 'string' },
  expires: { type: 'string' },
  json: { type: 'boolean' },
  offline: { type: 'boolean' },
  server: { type: 'string' },
  links: { type: 'boolean' },
  tab: { type: 'string' },
  'external-links': { type: 'boolean' },
  'fail-on': { type: 'string' },
  from: { type: 'string' },
  pages: { type: 'string' },
  depth: { type: 'string' },
  hosts: { type: 'string' },
  rate: { type: 'string' },
  origin: { type: 'string' },
  app: { type: 'string' },
  listen: { type: 'string' },
  entry: { type: 'string' },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
} as const;

const COMMANDS: ReadonlySet<string> = new Set([
  'render',
  'screenshot',
  'pdf',
  'inspect',
  'warm',
  'audit',
  'sign',
  'check-config',
  'init',
  'explain',
]);

/** What a command needs, other than the URL of a page. */
const WHAT: Readonly<Record<string, string>> = {
  sign: 'an address of the service',
  warm: 'the address of a sitemap',
  audit: 'the start page of a site',
};

const ALL_OPTIONS: Readonly<Record<string, { type: 'string' | 'boolean'; short?: string }>> = {
  ...Object.fromEntries([...SETTING_FLAGS].map(([flag, type]) => [flag, { type }])),
  ...OPTIONS,
};

type Parsed = ReturnType<typeof parseArgs<{ allowPositionals: true; options: typeof OPTIONS }>>;

/** @throws {RendererError} `invalid-parameter`, with everything that is wrong with the flags */
function parse(words: readonly string[]): Parsed {
  // Strictly, `parseArgs` reports only the first error, and refuses values such as -1.
  const parsed = parseArgs({
    args: [...words],
    allowPositionals: true,
    allowNegative: true,
    strict: false,
    tokens: true,
    options: ALL_OPTIONS,
  });
  const flags = parsed.tokens.filter((token) => token.kind === 'option');
  const wrong = flags.flatMap(({ name, rawName, value, inlineValue }, index) => {
    const isSwitch = ALL_OPTIONS[name]?.type === 'boolean';
    // Only a switch can be switched off.
    if (!Object.hasOwn(ALL_OPTIONS, name) || (!isSwitch && rawName.startsWith('--no-'))) return [unknownFlag(rawName)];
    if (isSwitch && value !== undefined) return [`${rawName}: takes no value; --no-${name} switches it off`];
    const isMissing = value === undefined || (!inlineValue && value.startsWith('--'));
    if (!isSwitch && isMissing) return [`${rawName}: its value is missing`];
    return flags.findIndex((other) => other.name === name) < index ? [`${rawName}: is given twice`] : [];
  });
  if (wrong.length > 0) throw new RendererError('invalid-parameter', `${wrong.join('; ')}; see --help`);
  // Every flag is known and has a value of its type.
  return parsed;
}

function unknownFlag(flag: string): string {
  const meant = nearest(flag, Object.keys(ALL_OPTIONS));
  return `${flag}: unknown flag${meant === undefined ? '' : `; did you mean --${meant}?`}`;
}

/**
 * Runs a command line, without the name of the program.
 *
 * @returns the exit code, see `exit-codes.ts`; undefined if the service has been started and continues
 */
export async function runCommandLine(words: readonly string[], output: CommandOutput): Promise<number | undefined> {
  try {
    return await run(words, output);
  } catch (error) {
    if (error instanceof RendererError) {
      output.writeError(`page-renderer: ${told(error)}\n`);
      return exitCodeOfError(error.code);
    }
    const { code } = error as NodeJS.ErrnoException;
    const message = typeof code === 'string' ? (error as Error).message : String((error as Error).stack);
    output.writeError(`page-renderer: ${message}\n`);
    return FAILED;
  }
}

/** In a terminal, `explain` is closer than the address of the documentation. An error of the command line needs neither. */
function told({ code, reason }: RendererError): string {
  return code === 'invalid-parameter' ? reason : pointingTo(reason, `"page-renderer explain ${code}"`);
}

async function run(words: readonly string[], to: CommandOutput): Promise<number | undefined> {
  const { values, positionals } = parse(words);
  const written = (text: string) => {
    to.write(text);
    return DONE;
  };
  if (values.help) return written(HELP);
  if (values.version) return written(`${PRODUCT}\n`);
  const [command, url, ...rest] = positionals;
  if (rest.length > 0 || (command !== undefined && !COMMANDS.has(command))) {
    throw new RendererError('invalid-parameter', `unknown command "${positionals.join(' ')}"; see --help`);
  }
  const flags = Object.fromEntries(Object.entries(values).filter(([name]) => SETTING_FLAGS.has(name)));
  if (command === 'check-config') return checkConfigCommand({ file: url ?? values.config, flags }, values, to);
  if (command === 'init') return initCommand(values, to);
  if (command === 'explain') return written(explain(url));
  const loaded = await loadSettings({ file: values.config, flags }, command === undefined);
  if (command === undefined) return serve(loaded, to);
  if (url === undefined) {
    const what = WHAT[command] ?? 'the URL of a page';
    throw new RendererError('invalid-parameter', `${command}: ${what} is missing`);
  }
  if (command === 'warm') return warmCommand(loaded.config, url, values, to);
  if (command === 'inspect') return inspectCommand(loaded.config, url, values, to);
  if (command === 'audit') return auditCommand(loaded.config, url, values, to);
  if (command === 'sign') return written(`${signFor(loaded.config, url, values)}\n`);
  return renderOnce(loaded.config, command === 'render' || command === 'pdf' ? command : 'screenshot', url, values, to);
}

async function serve({ config, file, settings }: LoadedConfig, to: CommandOutput): Promise<undefined> {
  const logger = pino({ name: 'page-renderer', level: config.logLevel });
  logger.info({ file, settings: settings.filter(({ from }) => from !== 'default') }, 'settings that are not defaults');
  const renderer = await createRenderer(config, { logger });
  let isStopping = false;
  const stop = (signal: NodeJS.Signals) => {
    // A second signal means that somebody does not want to wait.
    if (isStopping) process.exit(FAILED);
    isStopping = true;
    // Load balancers watch a service; nobody watches one that is ended at its terminal.
    const grace = signal === 'SIGTERM' ? config.shutdownGrace : 0;
    void renderer.close({ grace }).then(() => process.exit(DONE));
  };
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
  const { url, server } = await renderer.listen();
  await renderer.ready();
  to.writeError(`page-renderer is ready at ${url}${boundTo(server.address())}\n`);
}

/** Says that other machines reach the service too, where the address that is shown does not. */
function boundTo(bound: ReturnType<Server['address']>): string {
  if (bound === null || typeof bound === 'string') return '';
  const { address, port } = bound;
  if (address === '0.0.0.0') return ` (and at every address of this machine: 0.0.0.0:${port})`;
  return address === '::' ? ` (and at every address of this machine: [::]:${port})` : '';
}
