/** What the routes of the module share. */
import type { View } from '../../../platform/web/index.ts';
import { type KindRoutes, type RequestDesk, shownOf } from '../../requests/index.ts';
import type { Downloads } from '../attachments/downloads.ts';
import { type AdminRequestBody, adminRequestJson, AdminRequestJson } from '../requests/representation.ts';
import { isWaiting, type PortabilityRequest, states } from '../requests/request.ts';
import type { CopyPreview, PreviewCopy } from '../preview.ts';
import type { PortabilityService } from '../service.ts';
import { pages, type ShownExport } from '../views/pages.ts';

/** What the routes work with. */
export interface PortabilityRoutesOptions {
  readonly requests: PortabilityService;
  /** What requests of all kinds share. */
  readonly desk: RequestDesk;
  /** Signed links to completed exports. */
  readonly downloads: Downloads;
  /** Whether people are notified by mail. */
  readonly hasMail: boolean;
  readonly now: () => Date;
  readonly preview: PreviewCopy;
}

/** Tags of a person's operations in the OpenAPI document. */
export const OWN: readonly string[] = ['Portability requests'];

/** What the routes of every kind are declared with. */
export function kindRoutes(options: PortabilityRoutesOptions): KindRoutes<PortabilityRequest, AdminRequestBody> {
  const { requests, desk, now } = options;
  return {
    register: requests.register,
    states,
    pages,
    desk,
    json: AdminRequestJson,
    bodyOf: (request) => adminRequestJson(request, now()),
  };
}

/** What the copy would contain; undefined if there is nothing to confirm, or an export can't be made at all. */
export async function previewFor(
  { requests, preview }: PortabilityRoutesOptions,
  view: View,
  { state, userId }: PortabilityRequest,
): Promise<CopyPreview | null | undefined> {
  if (state !== 'pending' || requests.lacking !== null) return undefined;
  return preview(userId, view.locale);
}

/** A request as administrators see it. */
export async function shownExport(
  { requests, now }: PortabilityRoutesOptions,
  view: View,
  request: PortabilityRequest,
): Promise<ShownExport> {
  return {
    ...(await shownOf(requests.register, view, request)),
    waiting: isWaiting(request, now()),
    lacking: requests.lacking,
  };
}
