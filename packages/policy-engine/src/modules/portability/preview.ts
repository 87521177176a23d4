/** What the copy for a request would contain, for administrators before they confirm it. */
import { reasonOf } from '../../errors/errors.ts';
import type { WebLogger } from '../../platform/logger.ts';
import type { ExportExtras, PreviewedRule } from '../export/index.ts';
import type { DataSubject } from './data-subject.ts';

/** How many of the engine's own entries the copy would have, by part. */
export type OwnCounts = Readonly<Record<keyof ExportExtras, number>>;

/** What the copy would contain. */
export interface CopyPreview {
  readonly rules: readonly PreviewedRule[];
  readonly own: OwnCounts | null;
  /** Why nothing could be counted; null if it could. */
  readonly error: string | null;
}

/** What counting needs. */
export interface PreviewSources {
  /** The host's record of a user; null if there is no such user. */
  readonly findUser: (id: string) => Promise<unknown>;
  readonly ownData: (person: DataSubject) => Promise<ExportExtras>;
  readonly exporter: { preview(user: unknown, signal: AbortSignal): Promise<PreviewedRule[]> };
  readonly logger: WebLogger;
}

/** Makes the preview for a user. Null if the host no longer knows them. */
export type PreviewCopy = (userId: string, locale: string) => Promise<CopyPreview | null>;

/** Milliseconds that the host's functions have for counting: an administrator waits for the page. */
const COUNTING = 5000;

/** The page is shown in any case: what can't be counted says so. */
export function previewer({ findUser, ownData, exporter, logger }: PreviewSources): PreviewCopy {
  return async (userId, locale) => {
    try {
      const user = (await findUser(userId)) ?? null;
      if (user === null) return null;
      const [rules, extras] = await Promise.all([
        exporter.preview(user, AbortSignal.timeout(COUNTING)),
        ownData({ userId, user, locale }),
      ]);
      for (const { name, error } of rules) {
        if (error !== null) logger.error('the rows of a rule could not be counted', { rule: name, error });
      }
      return { rules, own: countsOf(extras), error: null };
    } catch (error) {
      logger.error('the preview of an export could not be made', { error });
      return { rules: [], own: null, error: reasonOf(error) };
    }
  };
}

function countsOf({ consents = [], decisions = [], texts = [], requests = [] }: ExportExtras): OwnCounts {
  return {
    // Rules that nobody has decided on are not data about the person.
    consents: consents.filter(({ state }) => state !== 'passive').length,
    decisions: decisions.length,
    texts: texts.length,
    requests: requests.length,
  };
}
