/**
 * The images of one export. `imageTag` returns a mark at once, so that templates need not wait; before a page is written its marks
 * are replaced by images, fetched a few at a time and each only once.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { TemplateHtml } from '../templates/safe-html.ts';
import type { Translate } from '../../../platform/i18n/language.ts';
import type { SiteFiles } from '../archive/site-files.ts';
import { escapeHtml, safeHtml } from '../templates/safe-html.ts';
import type { ImageSettings } from '../settings.ts';
import type { ImageAttributes } from '../templates/template-data.ts';
import { ImageFetcher, ImageRefused, remoteAddress } from './fetch-image.ts';
import { readLocalImage } from './local-image.ts';
import { imageFormat } from './sniff.ts';

/** Images fetched concurrently; each may be held in memory. */
const AT_ONCE = 4;
/** A host that was unreachable this often is not asked again. */
const PATIENCE = 3;
const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp);base64,[a-z0-9+/]+=*$/i;
const ATTRIBUTES = ['class', 'title', 'width', 'height'] as const satisfies ReadonlyArray<keyof ImageAttributes>;

/** A path in the export, or why there is none. */
type Outcome = { readonly path: string } | { readonly reason: string };

const NOT_SAFE = 'This is not an image of a type that can be shown safely';
const TOO_LONG: Outcome = { reason: 'The address is too long' };
/** Most characters of an address that is remembered; no server accepts more. */
const LONGEST = 8192;
const TOO_MANY: Outcome = { reason: 'Too many images' };

interface Mark {
  readonly source: string;
  readonly attributes: ImageAttributes;
}

/** A page whose marks are replaced by images. */
export interface MarkedPage {
  /** Path of the page in the export. */
  readonly path: string;
  /** Relative path from the page to the folder of the export. */
  readonly root: string;
  /** In JSON an image is its path in the export, or null. */
  readonly isJson?: boolean;
}

/** What images need from their export. */
export interface ImagesOptions {
  readonly settings: ImageSettings;
  readonly files: SiteFiles;
  readonly t: Translate;
  readonly signal: AbortSignal;
}

export class Images implements Disposable {
  /** A few paths of images, in order of arrival. */
  readonly first: string[] = [];
  readonly #options: ImagesOptions;
  readonly #fetcher: ImageFetcher;
  readonly #secret = randomBytes(12).toString('hex');
  readonly #mark = new RegExp(`\\[\\[image:${this.#secret}:(\\d+)\\]\\]`, 'g');
  #marks: Mark[] = [];
  readonly #outcomes = new Map<string, Outcome>();
  #begun = 0;
  /** Milliseconds that pages waited for their images. */
  #waited = 0;
  readonly #written = new Set<string>();
  readonly #failures = new Map<string, number>();
  #writing: Promise<void> = Promise.resolve();

  constructor(options: ImagesOptions) {
    this.#options = options;
    this.#fetcher = new ImageFetcher(options.settings, options.signal);
  }

  /** See `CommonData.imageTag`. */
  readonly imageTag = (source: string | URL | null | undefined, attributes: ImageAttributes = {}): TemplateHtml => {
    const address = source === null || source === undefined ? '' : String(source).trim();
    if (address === '') return safeHtml('');
    this.#marks.push({ source: address, attributes });
    return safeHtml(`[[image:${this.#secret}:${this.#marks.length - 1}]]`);
  };

  /** Whether anything was marked since the last page. */
  get isMarked(): boolean {
    return this.#marks.length > 0;
  }

  /** Fetches the marked images, and inserts them into these texts. Ends the page: its marks are erased. */
  async place<Texts extends readonly string[]>(
    texts: Texts,
    pages: { readonly [Index in keyof Texts]: MarkedPage },
  ): Promise<string[]> {
    const marks = this.#marks;
    this.#marks = [];
    const wanted = [...new Set(marks.map(({ source }) => source))].filter((source) => !isInline(source));
    const missing = wanted.filter((source) => source.length <= LONGEST && !this.#outcomes.has(source)).values();
    const begun = performance.now();
    // Awaits all of them, so that none continues writing when the export is abandoned.
    const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => this.#fetchAll(missing)));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    this.#waited += performance.now() - begun;
    const [page] = pages;
    for (const source of wanted) {
      const outcome = this.#known(source);
      if ('reason' in outcome && page) {
        this.#options.files.miss({ page: page.path, source: shortened(source), reason: outcome.reason });
      }
    }
    return texts.map((text, index) =>
      text.replace(this.#mark, (_, number: string) => {
        const mark = marks[Number(number)];
        const marked = pages[index];
        return mark === undefined || marked === undefined ? '' : this.#placed(mark, marked);
      }),
    );
  }

  [Symbol.dispose](): void {
    this.#fetcher[Symbol.dispose]();
  }

  async #fetchAll(sources: Iterator<string> & Iterable<string>): Promise<void> {
    for (const source of sources) {
      // Images beyond the limit are not remembered.
      if (this.#begun >= this.#options.settings.maxImages) return;
      this.#begun++;
      this.#outcomes.set(source, await this.#outcome(source));
    }
  }

  #known(source: string): Outcome {
    return source.length > LONGEST ? TOO_LONG : (this.#outcomes.get(source) ?? TOO_MANY);
  }

  async #outcome(source: string): Promise<Outcome> {
    try {
      const data = await this.#load(source);
      const format = imageFormat(data);
      if (format === null) throw new ImageRefused(NOT_SAFE);
      const name = createHash('sha256').update(data).digest('hex').slice(0, 32);
      const path = `images/${name}.${format}`;
      await this.#write(path, data);
      return { path };
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error;
      return { reason: error.message };
    }
  }

  async #load(source: string): Promise<Buffer> {
    if (!/^https?:/i.test(source)) {
      if (/^data:/i.test(source)) throw new ImageRefused(NOT_SAFE);
      if (/^[a-z][a-z0-9+.-]+:/i.test(source) && !/^file:/i.test(source))
        throw new ImageRefused('This is not a valid address');
      return readLocalImage(source, this.#options.settings);
    }
    const url = remoteAddress(source);
    // Thousands of slow servers would delay everybody else's export.
    if (this.#waited > this.#options.settings.allMilliseconds) throw new ImageRefused('Images took too long in all');
    if ((this.#failures.get(url.host) ?? 0) >= PATIENCE)
      throw new ImageRefused('The server could not be reached before');
    try {
      const data = await this.#fetcher.fetch(url);
      this.#failures.delete(url.host);
      return data;
    } catch (error) {
      if (error instanceof ImageRefused && error.isNetwork) {
        this.#failures.set(url.host, (this.#failures.get(url.host) ?? 0) + 1);
      }
      throw error;
    }
  }

  /** One after another: an archive accepts one file at a time. */
  #write(path: string, data: Buffer): Promise<void> {
    if (this.#written.has(path)) return this.#writing;
    this.#written.add(path);
    if (this.first.length < 24) this.first.push(path);
    this.#writing = this.#writing.then(() => this.#options.files.add(path, data, { store: true }));
    return this.#writing;
  }

  #placed({ source, attributes }: Mark, { root, isJson = false }: MarkedPage): string {
    const outcome = isInline(source) ? null : this.#known(source);
    const found = outcome === null ? source : 'path' in outcome ? outcome.path : undefined;
    // The mark is inside a JSON string, in which a missing image is an empty text.
    if (isJson) return found ?? '';
    const { t } = this.#options;
    const { alt = '' } = attributes;
    if (found === undefined) {
      const words = alt === '' ? t('export.image.missing') : t('export.image.missing_named', { name: alt });
      return `<span class="book-missing" role="img" aria-label="${escapeHtml(words)}">${escapeHtml(words)}</span>`;
    }
    const src = outcome === null ? found : root + found;
    const others = ATTRIBUTES.map((name) => {
      const value = attributes[name];
      return value === undefined ? '' : ` ${name}="${escapeHtml(String(value))}"`;
    });
    return `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}"${others.join('')} decoding="async">`;
  }
}

function isInline(source: string): boolean {
  return DATA_IMAGE.test(source);
}

function shortened(source: string): string {
  return source.length > 200 ? `${source.slice(0, 200)}…` : source;
}
