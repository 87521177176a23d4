/** `page-renderer render` and `page-renderer screenshot`: one page, from a command line. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RendererError } from './errors.ts';
import type { RendererConfig } from './options.ts';
import type { RenderOptions } from './render/options.ts';
import type { PictureOptions } from './render/picture.ts';
import { wasStopped } from './render/verdicts.ts';
import { createRenderer } from './renderer.ts';
import { pixelsIn } from './server/dialects/parameters.ts';
import { parseHttpUrl, portOf } from './url.ts';

/** Where a command writes. */
export interface CommandOutput {
  write(content: string | Uint8Array): void;
  writeError(text: string): void;
}

/** What the command line says, by the names of its options. */
export interface RenderFlags {
  output?: string | undefined;
  mobile?: boolean | undefined;
  timezone?: string | undefined;
  width?: string | undefined;
  height?: string | undefined;
  'full-page'?: boolean | undefined;
}

/** Exit code of a page that is there, but is an error of its server's, or was stopped before it was complete. */
const NOT_WHOLE = 2;
const TYPES: Readonly<Record<string, NonNullable<PictureOptions['type']>>> = {
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.png': 'png',
  '.webp': 'webp',
};

/**
 * Renders one page and writes what it gives.
 *
 * @returns the exit code: 0, or 2 for a page whose status is an error, or that was stopped before it was complete
 * @throws {RendererError}
 */
export async function renderOnce(
  config: RendererConfig,
  command: 'render' | 'screenshot',
  address: string,
  flags: RenderFlags,
  to: CommandOutput,
): Promise<number> {
  const { output } = flags;
  const type = command === 'screenshot' ? typeOf(output) : 'jpeg';
  const url = urlOf(address);
  const options: RenderOptions = {
    mobile: flags.mobile ?? false,
    timezoneId: flags.timezone,
    ...pixels('width', flags.width),
    ...pixels('height', flags.height),
  };
  const allowPrivateNetworks = [...config.allowPrivateNetworks, ...ownMachine(url)];
  await using renderer = await createRenderer({ ...config, allowPrivateNetworks, cache: null, logLevel: 'silent' });
  const result =
    command === 'render'
      ? await renderer.render(url, options)
      : await renderer.screenshot(url, { ...options, picture: { type, fullPage: flags['full-page'] ?? false } });
  const content = 'html' in result ? result.html : result.image;
  if (output === undefined) to.write(content);
  else await writeFile(output, content);
  const isWhole = result.status < 400 && !wasStopped(result.verdict);
  to.writeError(`${result.status} ${result.verdict}${output === undefined ? '' : ` → ${output}`}\n`);
  return isWhole ? 0 : NOT_WHOLE;
}

/** An address as people write it: without a scheme it is that of a page on the web, or on this machine. */
function urlOf(address: string): URL {
  if (
    /^[a-z][a-z0-9+.-]*:\/?\//i.test(address) ||
    !/^(?:\[[\da-f:]+\]|[\w.-]+\.\w+|localhost)(?::\d+)?(?:[/?#]|$)/i.test(address)
  ) {
    return parseHttpUrl(address);
  }
  const secure = parseHttpUrl(`https://${address}`);
  return ownMachine(secure).length === 0 ? secure : parseHttpUrl(`http://${address}`);
}

/** Whoever types the address of a server on this machine means it; pages that it shows get no further than to itself. */
function ownMachine(url: URL): RendererConfig['allowPrivateNetworks'] {
  const network = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isOwn = network === 'localhost' || network === '::1' || /^127\.\d+\.\d+\.\d+$/.test(network);
  return isOwn ? [{ network, ports: [portOf(url)], targetOnly: true }] : [];
}

function typeOf(output: string | undefined): NonNullable<PictureOptions['type']> {
  if (output === undefined) {
    throw new RendererError('invalid-parameter', 'screenshot: the output file is missing; set it with -o FILE');
  }
  const type = TYPES[path.extname(output).toLowerCase()];
  if (type !== undefined) return type;
  const endings = Object.keys(TYPES).join(', ');
  throw new RendererError(
    'invalid-parameter',
    `-o: the file name of a screenshot must end with ${endings}, got "${output}"`,
  );
}

function pixels(name: 'width' | 'height', value: string | undefined): RenderOptions {
  if (value === undefined) return {};
  const number = pixelsIn(value);
  if (number !== undefined) return { [name]: number };
  throw new RendererError('invalid-parameter', `--${name}: expected pixels from 1 to 8192, got "${value}"`);
}
