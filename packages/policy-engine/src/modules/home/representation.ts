/** The overview as JSON. */
import { z } from '@hono/zod-openapi';
import type { Language } from '../../platform/i18n/language.ts';
import { type FindingKinds, worded } from '../checks/index.ts';
import {
  type CountsBody,
  CountsJson,
  countsJson,
  type RequestCounts,
  type RequestOfKindBody,
  RequestOfKindJson,
  requestOfKindJson,
} from '../requests/index.ts';
import type { Overview } from './overview.ts';

/** What needs attention of administrators, as JSON. */
export interface OverviewBody {
  requests: CountsBody;
  next: RequestOfKindBody[];
  failed_jobs: number;
  failed_deliveries: number;
  late_since: string | null;
  missing_texts: number;
  missing_languages: number;
  ledger: {
    sealed: number | null;
    doubts: number;
    differences: number | null;
    compared_at: string | null;
    well: boolean;
    witnesses: { all: number; fresh: number; quorum: number };
  };
  findings: { code: string; severity: 'error' | 'warning'; message: string }[];
}

export const OverviewJson: z.ZodType<OverviewBody> = z
  .object({
    requests: CountsJson,
    next: z.array(RequestOfKindJson).openapi({ description: 'The five requests that are due first' }),
    failed_jobs: z.int(),
    failed_deliveries: z.int().openapi({ description: 'Messages to webhooks that are not sent again by themselves' }),
    late_since: z.string().nullable().openapi({ description: 'ISO 8601, UTC; null while jobs start in time' }),
    missing_texts: z.int().openapi({ description: 'Rules without a text in force' }),
    missing_languages: z.int().openapi({ description: 'Texts that lack a language of the previous version' }),
    ledger: z.object({
      sealed: z.int().nullable().openapi({ description: 'Entries that the last checkpoint covers' }),
      doubts: z.int().openapi({ description: 'Flagged entries that nobody has reviewed' }),
      differences: z
        .int()
        .nullable()
        .openapi({ description: 'Differences found by the last comparison; null before the first' }),
      compared_at: z
        .string()
        .nullable()
        .openapi({ description: 'Time of the last full comparison, ISO 8601, UTC; null before the first' }),
      well: z.boolean().openapi({ description: 'Whether sealing works' }),
      witnesses: z.object({ all: z.int(), fresh: z.int(), quorum: z.int() }),
    }),
    findings: z
      .array(z.object({ code: z.string(), severity: z.enum(['error', 'warning']), message: z.string() }))
      .openapi({ description: 'Further findings of the compliance check' }),
  })
  .openapi('Overview');

/** @param href makes a URL of a path below the mount path */
export function overviewJson(
  { next, failedJobs, failedDeliveries, lateSince, missingTexts, missingLanguages, ledger, findings }: Overview,
  kinds: FindingKinds,
  {
    requests,
    href,
    language,
  }: { readonly requests: RequestCounts; readonly href: (path: string) => string; readonly language: Language },
): OverviewBody {
  const { isWell, comparedAt, ...state } = ledger;
  return {
    requests: countsJson(requests),
    next: next.map((one) => requestOfKindJson(one, href)),
    failed_jobs: failedJobs,
    failed_deliveries: failedDeliveries,
    late_since: lateSince,
    missing_texts: missingTexts,
    missing_languages: missingLanguages,
    ledger: { ...state, compared_at: comparedAt, well: isWell },
    findings: findings.map((found) => {
      const { code, severity, message } = worded(found, kinds, language);
      return { code, severity, message };
    }),
  };
}
