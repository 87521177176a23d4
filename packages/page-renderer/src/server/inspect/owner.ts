/** Inspections for whoever owns the renderer: its library call and its command. */
import { RendererError } from '../../kernel/errors.ts';
import type { RendererErrorCode } from '../../kernel/errors.ts';
import type { App } from '../context/context.ts';
import type { Summary, Tab } from './content/tabs.ts';

/** What an inspection looks at. */
export interface InspectOptions {
  /** The part that is returned in detail. Default: `findings`. */
  readonly tab?: Tab | undefined;
  /** Emulates a mobile device. Default: false. */
  readonly mobile?: boolean | undefined;
  /** IANA time zone. Default: that of the machine. */
  readonly timezoneId?: string | undefined;
  /** With `tab: 'links'`: whether links to other origins are requested, too. Default: false. */
  readonly externalLinks?: boolean | undefined;
}

/** An inspection; `docs/inspect.md` describes its fields. */
export interface AddressInspection extends Summary {
  readonly tab: Tab;
  /** Depends on the tab. */
  readonly content: Readonly<Record<string, unknown>>;
}

/** @throws {RendererError} for an error in the request itself */
export async function inspectForOwner(
  app: App,
  url: string | URL,
  { tab, mobile, timezoneId, externalLinks }: InspectOptions = {},
): Promise<AddressInspection> {
  const query = new URLSearchParams({
    url: String(url),
    ...(tab !== undefined && { tab }),
    ...(mobile === true && { mobile: 'true' }),
    ...(timezoneId !== undefined && { timezoneId }),
    ...(externalLinks === true && { externalLinks: 'true' }),
  });
  const request = new Request(`http://localhost/operator/inspect.json?${query.toString()}`);
  const response = await app.fetch(request, { isAdminSocket: true });
  if (response.headers.get('content-type')?.startsWith('application/problem+json') === true) {
    const { code, detail } = (await response.json()) as { code: RendererErrorCode; detail: string };
    throw new RendererError(code, detail);
  }
  const {
    version: _,
    inspection: __,
    ...inspected
  } = (await response.json()) as AddressInspection & Record<'version' | 'inspection', unknown>;
  return inspected;
}
