/** The options of warming: which pages are rendered before anybody requests them, when, and how fast. */
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import type { OptionsOf } from './option.ts';
import { folder, keepsResult, secret } from './option.ts';
import { hidden } from './masks.ts';
import { keyOf } from './webhook-secrets.ts';

/** A sitemap whose pages are kept fresh. */
export interface WarmedSitemap {
  /** Address of the sitemap, of a `robots.txt`, or of the site. */
  readonly url: string;
  /** Minutes between two reads. */
  readonly everyMinutes: number;
  /** See {@link DEVICES}. */
  readonly devices: readonly Device[];
  /** See {@link CLIENTS}. */
  readonly clients: readonly Client[];
}

/** How pages that begin with a prefix are rendered in the background. */
export interface WarmedSite {
  /** Beginning of the addresses, with protocol. */
  readonly prefix: string;
  readonly rendersPerMinute: number;
  readonly concurrency: number;
  /** Times of day, such as `22:00-06:00`; null: always. */
  readonly hours: string | null;
  /** IANA time zone of `hours`. */
  readonly timeZone: string;
  readonly sitemaps: readonly WarmedSitemap[];
}

/** A sitemap as it is configured: what is left out has its default. */
type SitemapOptions = Pick<WarmedSitemap, 'url'> & Partial<Omit<WarmedSitemap, 'url'>>;

/** A site as it is configured: what is left out has its default. */
export type SiteOptions = Pick<WarmedSite, 'prefix'> &
  Partial<Omit<WarmedSite, 'prefix' | 'sitemaps'>> & { readonly sitemaps?: readonly SitemapOptions[] };

/** The devices that pages are rendered for. */
export const DEVICES = ['desktop', 'mobile'] as const;
/** One of {@link DEVICES}. */
export type Device = (typeof DEVICES)[number];
/**
 * The clients whose requests find the result: those of render-middleware, plain requests of `/render/{url}`, and those in
 * Prerender's dialect. Their results differ for redirects, so they are cached separately.
 */
export const CLIENTS = ['middleware', 'rendertron', 'prerender'] as const;
/** One of {@link CLIENTS}. */
export type Client = (typeof CLIENTS)[number];

/** The options of warming, with defaults filled in. */
export interface WarmingConfig {
  sites: readonly WarmedSite[];
  stateDir: string | null;
  warmingConcurrency: number;
  webhookSecrets: readonly string[];
  refreshByDemand: boolean;
}

/** The rates of a site that is not configured. */
export const DEFAULT_RATE = { rendersPerMinute: 60, concurrency: 2 } as const;

const httpAddress = z
  .string()
  .max(2_048)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), 'expected an http or https address');

/** Devices of a warming. */
export const devices: z.ZodType<Device[], Device[] | undefined> = z
  .array(z.enum(DEVICES))
  .min(1)
  .max(DEVICES.length)
  .default(['desktop']);
/** Clients of a warming. */
export const clients: z.ZodType<Client[], Client[] | undefined> = z
  .array(z.enum(CLIENTS))
  .min(1)
  .max(CLIENTS.length)
  .default(['middleware']);

const HOURS = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

const sitemap = z.strictObject({
  url: httpAddress.describe('address of the sitemap, of a robots.txt, or of the site'),
  everyMinutes: z.number().min(5).max(525_600).default(1_440).describe('minutes between two reads'),
  devices: devices.describe('which devices pages are rendered for'),
  clients: clients.describe('whose requests find the results'),
});

const site = z.strictObject({
  prefix: httpAddress.describe('beginning of the addresses, with protocol'),
  rendersPerMinute: z
    .number()
    .positive()
    .max(60_000)
    .default(DEFAULT_RATE.rendersPerMinute)
    .describe('maximum number of renders in the background per minute'),
  concurrency: z
    .int()
    .min(1)
    .max(64)
    .default(DEFAULT_RATE.concurrency)
    .describe('maximum number of renders in the background at the same time'),
  hours: z
    .string()
    .regex(HOURS, 'expected times of day such as 22:00-06:00')
    .nullable()
    .default(null)
    .describe('when pages are rendered in the background, such as 22:00-06:00; null: always'),
  timeZone: z.string().refine(isTimeZone, 'not a time zone').default('UTC').describe('time zone of the hours'),
  sitemaps: z.array(sitemap).max(50).default([]).describe('sitemaps whose pages are kept fresh'),
});

function checkSecret(secret: string, context: z.RefinementCtx<string>): void {
  try {
    keyOf(secret);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message, input: '' });
  }
}

/** See {@link WarmingConfig}. */
export const warmingOptions: OptionsOf<WarmingConfig> = {
  sites: keepsResult(
    'how fast, and when, the pages of a site are rendered in the background, and which sitemaps are kept fresh; the longest matching `prefix` applies',
    z.array(site).max(1_000).default([]),
  ),
  stateDir: keepsResult(
    'folder for jobs in progress, so that they continue after a restart; null: in `snapshotDir` with the `filesystem` cache, in Redis with the `redis` cache, otherwise they end with the process',
    folder.nullable().default(null),
  ),
  warmingConcurrency: keepsResult(
    'maximum number of pages rendered in the background at the same time, when no client waits; default: half the number of processors',
    z
      .int()
      .min(1)
      .max(64)
      .default(() => Math.max(1, Math.floor(availableParallelism() / 2))),
  ),
  webhookSecrets: secret(
    hidden,
    keepsResult(
      'secrets of webhooks that a content management system sends to `/hooks/content` (`whsec_…` or 24 characters or more); several while one is replaced',
      z.array(z.string().superRefine(checkSecret)).max(10).default([]),
    ),
  ),
  refreshByDemand: keepsResult(
    'whether results that are requested often are rendered again in the background: after an hour, 6 hours, a day or a week, depending on their requests per day',
    z.boolean().default(false),
  ),
};
