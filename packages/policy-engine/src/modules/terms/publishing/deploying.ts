/** Publishes the texts of a deployment: each changed text becomes a new version, all or none. */
import { checkedArgument } from '../../../platform/argument.ts';
import type { Rules } from '../../rules/index.ts';
import { PolicyEngineError } from '../../../errors/errors.ts';
import { refusals } from '../../../errors/refusals.ts';
import { draftContent, type DraftContent } from '../drafts/content.ts';
import { givenDeployment } from '../drafts/given-text.ts';
import type { Publishing } from './publishing.ts';
import type { TermStore } from '../store.ts';
import type { Term, TermContent } from '../term.ts';
import { hashOf } from '../markdown/text.ts';
import { sameContent, type Writing } from '../drafts/writing.ts';

/** The text of a rule after the deployment. */
export interface DeployedText extends TermContent {
  readonly rule: string;
  /** Language of the text, a BCP 47 tag. Default: the engine's default locale. */
  readonly locale?: string;
  /** When a new version comes into force. Default: now. */
  readonly at?: Date;
}

/** What was done for a rule, or would be done. */
export interface DeployedChange {
  readonly rule: string;
  /** `translated`: missing translations were added to the version. */
  readonly outcome: 'unchanged' | 'published' | 'translated';
  /** Number of the version that has the text. */
  readonly version: number;
  /** Languages that were added. */
  readonly added: readonly string[];
  /** The text, and that of the previous version; null for the first. */
  readonly markdown: string;
  readonly before: string | null;
}

/** What deploying needs. */
export interface DeployingOptions {
  readonly writing: Writing;
  readonly publishing: Publishing;
  readonly rules: Rules;
  /** BCP 47 tag of the language of texts without a language. */
  readonly defaultLocale: string;
}

interface TextToDeploy {
  readonly rule: string;
  readonly locale: string;
  readonly content: DraftContent;
  readonly at: Date | undefined;
}

/** Scheduled versions count as well. */
const LAST_DAY = new Date('9999-12-31T00:00:00Z');

/** Publishes what has changed. */
export class Deploying {
  readonly #options: DeployingOptions;

  constructor(options: DeployingOptions) {
    this.#options = options;
  }

  /** See `TermsService.deploy`. */
  async run(given: readonly unknown[], isDryRun: boolean): Promise<DeployedChange[]> {
    const { writing } = this.#options;
    const wanted = given.map((text) => this.#read(text));
    return writing.write(async (store) => {
      const changes: DeployedChange[] = [];
      for (const one of wanted) {
        const change = await this.#take(store, one, isDryRun).catch((error: unknown) => {
          throw named(one.rule, error);
        });
        changes.push(change);
      }
      return changes;
    });
  }

  #read(given: unknown): TextToDeploy {
    const { rules, writing, defaultLocale } = this.#options;
    const { rule, at, locale = defaultLocale, ...content } = checkedArgument(givenDeployment, given);
    if (rules.find(rule) === undefined)
      throw refusals.unknownRule(
        rule,
        rules.all.map(({ name }) => name),
      );
    try {
      return { rule, locale, at, content: writing.accepted(draftContent(content), locale) };
    } catch (error) {
      throw named(rule, error);
    }
  }

  async #take(store: TermStore, wanted: TextToDeploy, isDryRun: boolean): Promise<DeployedChange> {
    const { writing, publishing } = this.#options;
    const { rule, locale, content, at } = wanted;
    const version = await store.versionAt(rule, LAST_DAY);
    const newest = version === 0 ? undefined : await store.findVersion(rule, version);
    const known = { rule, markdown: content.markdown, before: newest?.markdown ?? null };
    const missing = newest && newest.locale === locale ? missingFrom(newest, content) : undefined;
    if (newest === undefined || missing === undefined) {
      if (isDryRun) return { ...known, outcome: 'published', version: version + 1, added: [] };
      const draft = await writing.insert(store, rule, content, locale);
      const published = await publishing.publishDraft(store, draft, at);
      return { ...known, outcome: 'published', version: published.version ?? version + 1, added: [] };
    }
    for (const translation of isDryRun ? [] : missing) {
      await store.translations.insert(
        newest.id,
        { ...translation, hash: hashOf(translation.markdown), late: true },
        writing.now,
      );
      await writing.note(store, 'translation_added_late', newest, translation);
    }
    const added = missing.map((translation) => translation.locale);
    return { ...known, outcome: added.length > 0 ? 'translated' : 'unchanged', version, added };
  }
}

/** Names the invalid text in an error: there are many. */
function named(rule: string, error: unknown): unknown {
  if (!(error instanceof PolicyEngineError) || error.code !== 'term_refused') return error;
  return new PolicyEngineError('term_refused', `${rule}: ${error.reason}`, { cause: error });
}

/** The translations that a version lacks; undefined if its content differs. */
function missingFrom(newest: Term, content: DraftContent): DraftContent['translations'] | undefined {
  const named = new Set(content.translations.map(({ locale }) => locale));
  const present = newest.translations.filter(({ locale }) => named.has(locale));
  const has = new Set(present.map(({ locale }) => locale));
  const kept = content.translations.filter(({ locale }) => has.has(locale));
  // Whether it was announced is not compared: it is published as it is.
  const { material, note } = newest;
  const isSame = sameContent({ ...newest, translations: present }, { ...content, material, note, translations: kept });
  return isSame ? content.translations.filter(({ locale }) => !has.has(locale)) : undefined;
}
