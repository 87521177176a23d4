/** The opt-out of sale and sharing as JSON. */
import { z } from '@hono/zod-openapi';
import type { ConsentState } from '../../rules/index.ts';
import { otherLanguages } from '../../../platform/options/host-text.ts';
import { type LangJson, LangSchema } from '../banner/declaration.ts';
import { stateHere } from '../decisions/status.ts';
import { isHonoured, type Sale } from './service.ts';

/** What `GET /privacy_choices.json` answers. */
export interface PrivacyChoicesJson {
  locale: string;
  opted_out: boolean;
  by_gpc: boolean;
  rules: SaleJson[];
  return_url: string;
  settings_url: string;
}

/** A rule that sells data. */
export interface SaleJson {
  name: string;
  label: string;
  description: string;
  state: ConsentState;
  by_gpc: boolean;
  needs_confirmation: boolean;
  version: number;
  vendors: string[];
  text_url: string;
  receipt_url: string | null;
  lang?: LangJson | undefined;
}

const SaleSchema: z.ZodType<SaleJson, SaleJson> = z
  .object({
    name: z.string(),
    label: z.string(),
    description: z.string(),
    state: z.enum(['passive', 'accepted', 'rejected']),
    by_gpc: z.boolean().openapi({ description: 'Rejected because the browser sends Global Privacy Control' }),
    needs_confirmation: z
      .boolean()
      .openapi({ description: 'Whether accepting it takes a second step, because the person has opted out' }),
    version: z.int().openapi({ description: 'Of the text in force' }),
    vendors: z.array(z.string()),
    text_url: z.string(),
    receipt_url: z.string().nullable().openapi({ description: 'The receipt of the decision; null without one' }),
    lang: LangSchema,
  })
  .openapi('PrivacyChoice');

export const PrivacyChoicesSchema: z.ZodType<PrivacyChoicesJson, PrivacyChoicesJson> = z
  .object({
    locale: z.string(),
    opted_out: z.boolean().openapi({ description: 'Whether every rule below is rejected: the request is honoured' }),
    by_gpc: z.boolean().openapi({ description: 'Whether one of them is rejected because of Global Privacy Control' }),
    rules: z.array(SaleSchema).openapi({ description: 'The rules with `sells` that have a text in force' }),
    return_url: z.string().openapi({ description: 'The page with the second step on the way back' }),
    settings_url: z.string(),
  })
  .openapi('PrivacyChoices');

/** @param href URL of a path below the mount path */
export function privacyChoicesJson(
  sales: readonly Sale[],
  locale: string,
  href: (path: string) => string,
): PrivacyChoicesJson {
  return {
    locale,
    opted_out: isHonoured(sales),
    by_gpc: sales.some(({ byGpc }) => byGpc),
    rules: sales.map((sale) => saleJson(sale, locale, href)),
    return_url: href('/privacy_choices/return'),
    settings_url: href('/consent'),
  };
}

function saleJson(sale: Sale, locale: string, href: (path: string) => string): SaleJson {
  const { rule, term, byGpc, isOptedOut, vendors } = sale;
  const { name, label, description } = rule;
  return {
    name,
    label: label(locale),
    description: description(locale),
    ...otherLanguages({ label, description }, locale),
    state: stateHere(sale),
    by_gpc: byGpc,
    needs_confirmation: isOptedOut,
    version: term.version,
    vendors: vendors.map((vendor) => vendor.name),
    text_url: href(`/user_terms/${name}`),
    receipt_url: hasReceipt(sale) ? href(`/user_terms/${name}/receipt`) : null,
  };
}

/** Whether the ledger has the decision of whoever asks. */
export function hasReceipt({ state, byGpc, unproved }: Sale): boolean {
  return state !== 'passive' && !byGpc && !unproved;
}
