/** `page-renderer render`, `screenshot` and `pdf`: one page, from a command line. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { derive } from '../formats/derive.ts';
import { notConverted, TOO_DEEP } from '../formats/not-converted.ts';
import { type PageFormat, readFormat } from '../grammar/dialects/format.ts';
import { RendererError } from '../kernel/errors.ts';
import { exitCodeOfPage } from './exit-codes.ts';
import { requireWritable } from './output-file.ts';
import type { RendererConfig } from '../options/options.ts';
import type { RenderOptions } from '../render/job/options.ts';
import type { PictureType } from '../render/job/picture.ts';
import { maxPageSide } from '../render/job/picture.ts';
import type { PdfOptions } from '../render/job/print.ts';
import { printParameters } from '../render/job/print.ts';
import { createRenderer } from '../compose.ts';
import { parseHttpUrl, portOf } from '../kernel/url.ts';

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
  'full-page'?: boolean | undefined;
  format?: string | undefined;
  'page-size'?: string | undefined;
  margin?: string | undefined;
  landscape?: boolean | undefined;
  background?: boolean | undefined;
  scale?: string | undefined;
  'page-ranges'?: string | undefined;
  'header-text'?: string | undefined;
  'footer-text'?: string | undefined;
  tagged?: boolean | undefined;
  outline?: boolean | undefined;
}

/** What a command makes of a page. */
export type RenderCommand = 'render' | 'screenshot' | 'pdf';

const TYPES: Readonly<Record<string, PictureType>> = {
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.png': 'png',
  '.webp': 'webp',
};

/** Files that cannot be a page. */
const NOT_HTML: ReadonlySet<string> = new Set([...Object.keys(TYPES), '.gif', '.avif', '.svg', '.pdf', '.har']);

/** Renders one page and writes it. @returns the exit code, see `exit-codes.ts` @throws {RendererError} */
export async function renderOnce(
  config: RendererConfig,
  command: RenderCommand,
  address: string,
  flags: RenderFlags,
  to: CommandOutput,
): Promise<number> {
  const { output } = flags;
  if (command === 'render') requirePage(output);
  const format = formatOf(command, flags);
  const type = command === 'screenshot' ? typeOf(output) : 'jpeg';
  const pdf = command === 'pdf' ? printOptions(flags) : undefined;
  const url = urlOf(address);
  await requireWritable(output);
  const options: RenderOptions = {
    mobile: flags.mobile ?? false,
    timezoneId: flags.timezone,
  };
  const allowPrivateNetworks = [...config.allowPrivateNetworks, ...ownMachine(url)];
  await using renderer = await createRenderer({ ...config, allowPrivateNetworks, cache: null, logLevel: 'silent' });
  const result = pdf
    ? await renderer.pdf(url, { ...options, pdf })
    : command === 'render'
      ? await renderer.render(url, options)
      : await renderer.screenshot(url, { ...options, picture: { type, fullPage: flags['full-page'] ?? false } });
  const content =
    'html' in result ? inFormat(result.html, url.href, format) : 'pdf' in result ? result.pdf : result.image;
  if (output === undefined) to.write(content);
  else await writeFile(output, content);
  to.writeError(`${result.status} ${result.verdict}${output === undefined ? '' : ` → ${output}`}\n`);
  if (result.verdict === 'over-pixels') to.writeError(`${cutOff(type, config.maxPixels)}\n`);
  return exitCodeOfPage(result);
}

function cutOff(type: PictureType, maxPixels: number): string {
  const sides = `${maxPageSide(type)} pixels per side in this format and ${maxPixels} (maxPixels) in all`;
  return `The page is larger than a screenshot may be, and was cut off: ${sides}`;
}

/** An address as people write it: without a scheme it is that of a page on the web, or on this machine. */
export function urlOf(address: string): URL {
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
export function ownMachine(url: URL): RendererConfig['allowPrivateNetworks'] {
  const network = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isOwn = network === 'localhost' || network === '::1' || /^127\.\d+\.\d+\.\d+$/.test(network);
  return isOwn ? [{ network, ports: [portOf(url)], targetOnly: true }] : [];
}

/** @throws {RendererError} */
function printOptions(flags: RenderFlags): PdfOptions {
  const { output, margin, landscape, background, scale, tagged, outline } = flags;
  if (output === undefined || path.extname(output).toLowerCase() !== '.pdf') {
    const message = output === undefined ? 'pdf: the output file is missing; set it with -o FILE' : undefined;
    throw new RendererError(
      'invalid-parameter',
      message ?? `-o: the file name of a PDF must end with .pdf, got "${output}"`,
    );
  }
  const options = {
    pageSize: flags['page-size'],
    margin,
    landscape,
    background,
    scale: scale === undefined ? undefined : Number(scale),
    pageRanges: flags['page-ranges'],
    headerText: flags['header-text'],
    footerText: flags['footer-text'],
    tagged,
    outline,
  };
  // A wrong value is an error before a browser is started.
  printParameters(options);
  return options;
}

function typeOf(output: string | undefined): PictureType {
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

/** Of a page: `--format`, or Markdown for a file that ends so. */
function formatOf(command: RenderCommand, { format, output }: RenderFlags): PageFormat {
  if (format === undefined) return /\.(?:md|markdown)$/i.test(output ?? '') ? 'md' : 'html';
  if (command !== 'render') throw new RendererError('invalid-parameter', '--format: only for render');
  return readFormat(new URLSearchParams({ format })) ?? 'html';
}

function inFormat(html: string, url: string, format: PageFormat): string {
  if (format === 'html' || html === '') return html;
  try {
    return derive(html, url, format);
  } catch (error) {
    throw error instanceof RangeError ? notConverted(format, TOO_DEEP) : error;
  }
}

function requirePage(output: string | undefined): void {
  if (output === undefined || !NOT_HTML.has(path.extname(output).toLowerCase())) return;
  const ending = path.extname(output).toLowerCase();
  const picture =
    ending === '.pdf'
      ? '; use "page-renderer pdf" for a PDF'
      : ending in TYPES
        ? '; use "page-renderer screenshot" for a picture'
        : '';
  throw new RendererError('invalid-parameter', `-o: render writes HTML or Markdown, not "${output}"${picture}`);
}
