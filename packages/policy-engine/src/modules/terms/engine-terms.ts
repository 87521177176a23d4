/** The texts for the host's own code: `engine.terms`. */
import { z } from 'zod';
import { checkedArgument } from '../../platform/argument.ts';
import { asHost } from '../../platform/actor.ts';
import type { DeployedChange, DeployedText } from './publishing/deploying.ts';
import { givenText } from './drafts/given-text.ts';
import type { ImportedTerm } from './publishing/imported.ts';
import type { TermImportReport } from './publishing/importing.ts';
import type { TermsService } from './service.ts';
import type { Term, TermContent } from './term.ts';

/** A text that the host writes. */
export interface NewTerm extends TermContent {
  /** Language of the text, a BCP 47 tag. Default: the engine's default locale. */
  readonly locale?: string;
}

/**
 * The texts of the rules, for the host's own code: deployment scripts, imports, tests. The audit log records each change without a
 * person.
 */
export interface EngineTerms {
  /**
   * All texts, including drafts: by rule in the order of the configuration, drafts first, then versions, newest first.
   *
   * @param rule only the texts of this rule
   * @throws {PolicyEngineError} `not_found` for an unknown rule
   */
  list(rule?: string): Promise<readonly Term[]>;
  /**
   * Writes a draft. The text is stored in its canonical form: NFC, line feeds, no trailing white space, one final
   * newline.
   *
   * @param term the text in Markdown, at most 200,000 UTF-16 code units; `note`, at most 1,000; `translations`, at most 72
   * @throws {PolicyEngineError} `not_found` for an unknown rule; `invalid_input` for fields of other names or types;
   * `term_refused` for a text that is empty, too long, nested too deeply, or that databases cannot store unchanged
   * @example
   * ```ts
   * const draft = await engine.terms.create('cookie', { markdown: '# Cookies', note: 'The first text' });
   * await engine.terms.publish(draft.id);
   * ```
   */
  create(rule: string, term: NewTerm): Promise<Term>;
  /**
   * Publishes a draft: assigns its version number; afterwards its text cannot be changed. Publishing it again changes
   * nothing.
   *
   * @param options.at when it comes into force, at most a minute ago. Default: now
   * @throws {PolicyEngineError} `not_found` for an unknown id; `term_refused` for a time in the past; `term_published`
   * if it is published for another time
   */
  publish(id: string, options?: { readonly at?: Date }): Promise<Term>;
  /**
   * Publishes the texts of a deployment, in one transaction: a text that differs from the newest version of its rule
   * becomes a new version, a translation that the version lacks is added to it, and existing texts are unchanged.
   * Running it again, or in several processes at once, changes nothing more.
   *
   * @param texts one per rule; translations that a version has and the text does not list are kept
   * @param options.dryRun only reports what would be done
   * @throws {PolicyEngineError} `not_found` for an unknown rule; `invalid_input` and `term_refused` as of `create` and `publish`.
   * Nothing is written then
   */
  deploy(texts: readonly DeployedText[], options?: { readonly dryRun?: boolean }): Promise<readonly DeployedChange[]>;
  /**
   * Imports texts that another system has published, with their dates, in one transaction. Running it again changes
   * nothing. Import the texts before `importDecisions`, which names them by their version.
   *
   * @param rows the oldest text of each rule first; the first becomes version 1
   * @throws {PolicyEngineError} `import_refused` with the number of the first invalid row and the reason: an unknown
   * rule, a text that `create` would refuse, a `hash` of another text, a `publishedAt` in the future or not later than
   * that of the row before, or earlier than a version in force. Nothing is written then
   */
  import(rows: Iterable<ImportedTerm> | AsyncIterable<ImportedTerm>): Promise<TermImportReport>;
}

const Publishing = z.strictObject({ at: z.date().optional() });
const Deployment = z.strictObject({ dryRun: z.boolean().default(false) });

/** Makes `engine.terms`. */
export function engineTerms(terms: TermsService): EngineTerms {
  return {
    list: (rule) => terms.all(rule === undefined ? undefined : [rule]),
    create: (rule, given) =>
      asHost(async () => {
        const { locale, ...content } = checkedArgument(givenText, given);
        return terms.createDraft(rule, content, locale);
      }),
    publish: (id, options = {}) =>
      asHost(async () => {
        const { at } = checkedArgument(Publishing, options);
        return terms.publish(await terms.ruleOf(id), id, { ...(at && { at }) });
      }),
    deploy: (texts, options = {}) =>
      asHost(async () => {
        const { dryRun } = checkedArgument(Deployment, options);
        return terms.deploy(texts, dryRun);
      }),
    import: (rows) =>
      asHost(async () => {
        const all: unknown[] = [];
        for await (const row of rows) all.push(row);
        return terms.import(all);
      }),
  };
}
