/**
 * Renders web pages in headless Chromium and returns the finished HTML, a picture, a PDF or a HAR file, as a service or as a library.
 *
 * @module
 */
import './node-version.ts';

export { findBrowser } from './browser/find/find.ts';
export type { BrowserSearch } from './browser/find/find.ts';
export type { BrowserBinary } from './browser/find/binary.ts';
export { loadConfig, parseConfig } from './settings/config.ts';
export type { ConfigSources } from './settings/config.ts';
export type { Flags } from './settings/sources.ts';
export type { CacheConfig, RendererConfig, RendererOptions } from './options/options.ts';
export type { ListedNetwork } from './guard/listed-networks.ts';
export type { OriginRule } from './options/origin-rules.ts';
export type { WarmedSite, WarmedSitemap, WarmingConfig } from './options/warming.ts';
export { optionsJsonSchema, optionsTable } from './settings/options-table.ts';
export { RendererError } from './kernel/errors.ts';
export type { RendererErrorCode } from './kernel/errors.ts';
export { classifyAddress } from './guard/addresses.ts';
export type { AddressKind } from './guard/addresses.ts';
export type { PageMetas } from './page/index.ts';
export { createRenderer } from './compose.ts';
export type { RendererParts } from './compose.ts';
export type { CloseOptions, Renderer } from './service.ts';
export type { AddressInspection, InspectOptions } from './server/inspect/owner.ts';
export type { Hop } from './render/job/job.ts';
export type { Pending, PendingKind } from './render/pending/pending.ts';
export type { Limit, Verdict } from './kernel/verdicts.ts';
export type { Clip, PictureOptions } from './render/job/picture.ts';
export type { PdfOptions } from './render/job/print.ts';
export type { PdfRenderOptions, RenderOptions, ScreenshotOptions } from './render/job/options.ts';
export type { Har, HarEntry, HarPair, HarTimings } from './render/har/har.ts';
export type { PairResult } from './render/render-pair.ts';
export type { PdfResult } from './render/pdf.ts';
export type { RenderResult } from './render/pipeline.ts';
export type { ScreenshotResult } from './render/render-screenshot.ts';
export type { HarResult } from './render/render-har.ts';
export { signUrl } from './server/access/signature.ts';
export type { SigningKey } from './options/kinds.ts';
export type { SigningOptions } from './server/access/signature.ts';
export type { Listening } from './server/listen/listen.ts';
