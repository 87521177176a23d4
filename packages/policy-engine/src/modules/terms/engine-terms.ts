/** The texts in the hands of the host's own code: `engine.terms`. */
import { z } from 'zod';
import { checkedArgument } from '../../platform/argument.ts';
import { asHost } from '../../platform/actor.ts';
import type { DeployedChange, DeployedText } from './deploying.ts';
import { givenText } from './given-text.ts';
import type { ImportedTerm } from './imported.ts';
import type { TermImportReport } from './importing.ts';
import type { TermsService } from './service.ts';
import type { Term, TermContent } from './term.ts';

/** A text that the host writes. */
export interface NewTerm extends TermContent {
  /** Language of the text, a BCP 47 tag. Default: the engine's default locale. */
  readonly locale?: string;
}

/**
 * The texts of the rules, for the host's own code: scripts of a deployment, takeovers, tests. The audit log notes each
 * change without a person.
 */
export interface EngineTerms {
  /**
   * All texts, drafts among them: rule by rule in the order of the configuration, of each the drafts first, then the
   * versions, the newest first.
   *
   * @param rule only the texts of this rule
   * @throws {PolicyEngineError} `not_found` for an unknown rule
   */
  list(rule?: string): Promise<readonly Term[]>;
  /**
   * Writes a draft. The text is kept in its canonical form: NFC, line feeds, no white space at line ends, one final newline.
   *
   * @param term the text in Markdown, at most 200,000 UTF-16 code units; `note`, at most 1,000; `translations`, at most 72
   * @throws {PolicyEngineError} `not_found` for an unknown rule; `invalid_input` for fields of other names or types;
   * `term_refused` for a text that is empty, too long, nested without end, or that no database stores faithfully
   * @example
   * ```ts
   * const draft = await engine.terms.create('cookie', { markdown: '# Cookies', note: 'The first text' });
   * await engine.terms.publish(draft.id);
   * ```
   */
  create(rule: string, term: NewTerm): Promise<Term>;
  /**
   * Puts a draft in force: gives it its version number and fixes its text permanently. Publishing it again changes
   * nothing.
   *
   * @param options.at when it comes into force, at most a minute ago. Default: now
   * @throws {PolicyEngineError} `not_found` for an unknown id; `term_refused` for a time that is over; `term_published` if
   * it is published for another time
   */
  publish(id: string, options?: { readonly at?: Date }): Promise<Term>;
  /**
   * Publishes the texts of a deployment, in one transaction: a text that differs from the newest version of its rule becomes a new
   * version, a translation that the version lacks is added to it, and what is there already is left alone. Running it again, or
   * in several processes at once, changes nothing more.
   *
   * @param texts of each rule one; translations that a version has and the text does not name stay
   * @param options.dryRun only says what would be done
   * @throws {PolicyEngineError} `not_found` for an unknown rule; `invalid_input` and `term_refused` as of `create` and `publish`.
   * Nothing is written then
   */
  deploy(texts: readonly DeployedText[], options?: { readonly dryRun?: boolean }): Promise<readonly DeployedChange[]>;
  /**
   * Takes over texts that an older system has published, with their dates, in one transaction. Running it again changes
   * nothing. Import the texts before `importDecisions`, which names them by their version.
   *
   * @param rows of each rule the oldest text first; the first becomes version 1
   * @throws {PolicyEngineError} `import_refused` with the number of the first row that can't be taken and why: an unknown
   * rule, a text that `create` would refuse, a `hash` of another text, a `publishedAt` in the future or not later than that
   * of the row before, or earlier than a version in force. Nothing is written then
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
