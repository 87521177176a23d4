/** What the routes of the module share. */
import { z } from '@hono/zod-openapi';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { PolicyEngineError } from '../../../errors/errors.ts';
import type { Approval, Approvals } from '../../approvals/index.ts';
import type { Undo } from '../../preferences/index.ts';
import type { Rules } from '../../rules/index.ts';
import { httpErrors, type Language, type View } from '../../../platform/web/index.ts';
import { DELETED_DRAFT, type KeepDeleted } from '../drafts/deleted.ts';
import type { Policy } from '../representation.ts';
import type { TermsService } from '../service.ts';
import type { Term } from '../term.ts';
import type { Publishing } from '../views/publish-page.tsx';
import type { VersionFigures } from '../version-figures.ts';

/** What the routes work with. */
export interface TermsRoutesOptions {
  readonly terms: TermsService;
  readonly rules: Rules;
  /** IANA name of the zone that administrators schedule in. Default: `UTC`. */
  readonly timeZone?: string;
  /** What administrators should check, above the list of policies. Default: nothing. */
  readonly notices?: (view: View) => Promise<readonly JSX.Element[]>;
  /** Whether people who are asked again can be mailed. Default: false. */
  readonly canMail?: boolean;
  /** What one administrator proposed and another one must confirm. Default: nothing. */
  readonly approvals?: Pick<Approvals, 'of'>;
  /** Keeps deleted drafts for a moment. Default: they cannot come back. */
  readonly undo?: Pick<Undo, 'keep'>;
  /** The decisions on the versions of a rule. Default: unknown. */
  readonly figures?: (rule: string) => Promise<readonly VersionFigures[]>;
}

/** Tags of the operations in the OpenAPI document. */
export const TAGS: readonly string[] = ['Policy texts'];

/** What every group of routes receives. */
export interface TermsRouteContext {
  readonly terms: TermsService;
  readonly timeZone: string;
  readonly notices: ((view: View) => Promise<readonly JSX.Element[]>) | undefined;
  readonly canMail: boolean;
  /** What waits for a second administrator to publish a text; null for nothing. */
  readonly proposed: (term: Term) => Promise<Approval | null>;
  readonly figures: (rule: string) => Promise<readonly VersionFigures[]>;
  /**
   * Deletes something that can come back.
   *
   * @returns what was deleted, and what the notice about it is about
   */
  readonly undoably: <Deleted>(
    remove: (keep: KeepDeleted) => Promise<Deleted>,
  ) => Promise<{ readonly deleted: Deleted; readonly about: string | undefined }>;
  /** Path parameters; an unknown rule is a 404 before anything else is checked. */
  readonly inRule: z.ZodObject<{ rule: z.ZodString }>;
  readonly inTerm: z.ZodObject<{ rule: z.ZodString; id: z.ZodString }>;
  /** Every rule with its texts, two queries in all. */
  readonly policies: () => Promise<Policy[]>;
  /** @throws {HttpError} 404 for an unknown rule */
  readonly policy: (rule: string) => Promise<Policy>;
}

export function termsRouteContext(options: TermsRoutesOptions): TermsRouteContext {
  const { terms, rules, timeZone = 'UTC', notices, canMail = false, figures = async () => [] } = options;
  const isKnown = (name: string): boolean => rules.find(name) !== undefined;
  const inRule = z.object({
    rule: z.string().refine(isKnown).openapi({ description: 'Name of the rule', example: 'cookie' }),
  });
  const inTerm = inRule.extend({ id: z.string().openapi({ description: 'ID of the text' }) });
  const policies = async (): Promise<Policy[]> => {
    const [current, scheduled, drafts] = await Promise.all([terms.current(), terms.scheduled(), terms.drafts()]);
    return rules.all.map((rule) => ({
      rule,
      current: current.get(rule.name) ?? null,
      scheduled: scheduled.get(rule.name) ?? [],
      drafts: drafts.get(rule.name) ?? [],
    }));
  };
  const policy = async (name: string): Promise<Policy> => {
    const found = (await policies()).find(({ rule }) => rule.name === name);
    if (found === undefined) throw httpErrors.notFound();
    return found;
  };
  const proposed = async ({ id }: Term) => (await options.approvals?.of('publish', id)) ?? null;
  const undoably: TermsRouteContext['undoably'] = async (remove) => {
    let about: string | undefined;
    const deleted = await remove(async (transaction, kept) => {
      about = await options.undo?.keep(transaction, DELETED_DRAFT, kept);
    });
    return { deleted, about };
  };
  return { terms, timeZone, notices, canMail, proposed, figures, undoably, inRule, inTerm, policies, policy };
}

/** Reports a draft that was changed by others as an error of the form, which keeps what was written. Other errors are unchanged. */
export function overtaken(error: unknown, field: string, { t }: Pick<Language, 't'>): unknown {
  const isOvertaken = error instanceof PolicyEngineError && error.code === 'term_changed';
  return isOvertaken ? httpErrors.invalid([{ field, code: 'changed', detail: t('terms.error.changed') }]) : error;
}

/** @throws {HttpError} 404 for an unknown id, 409 `term_published` for a published text */
export async function draftOf(terms: TermsService, params: { rule: string; id: string }): Promise<Term> {
  const term = await terms.find(params.rule, params.id);
  if (term.state !== 'draft') throw httpErrors.conflict('term_published', 'error.term_published');
  return term;
}

/** HTML of the text in force; empty for none. */
export function htmlInForce(terms: TermsService, { current }: Policy): string {
  return current === null ? '' : terms.html(current);
}

/** What the review of a draft shows. */
export async function publishingOf(
  terms: TermsService,
  policy: Policy,
  term: Term,
  canMail: boolean,
): Promise<Publishing> {
  const decided = await terms.decidedAccounts(term.rule);
  return { html: terms.html(term), beforeHtml: htmlInForce(terms, policy), hash: terms.hash(term), decided, canMail };
}
