/** Writes the export of one rule: its pages, their JSON, and their text for the search. */
import type { ExportRun, WrittenRule } from './run.ts';
import { JsonSpool } from '../archive/json-spool.ts';
import { fileLink, type LinkContext } from '../files/exported-file.ts';
import { FieldJudge, type HeldFields } from '../held-back/held-fields.ts';
import { RowFiles } from '../files/row-files.ts';
import { ItemSchema } from '../schema/item-schema.ts';
import { itemsOf, type PageForm, type PageJson, pageJson } from './items.ts';
import type { MarkedPage } from '../images/images.ts';
import { PolicyEngineError, reasonOf } from '../../../errors/errors.ts';
import { PlainRows } from '../templates/plain.ts';
import { memberOf, pagesOf } from './rows.ts';
import type { PortabilityRule } from '../rule.ts';
import { escapeHtml, safeHtml } from '../templates/safe-html.ts';
import { collectionCards, memberCard } from '../site/default-template.ts';
import { pagerHtml } from '../site/pager.ts';
import { isPromise, type Render, renderHtml } from '../templates/template.ts';
import type { CommonData, PageData } from '../templates/template-data.ts';

/** The data that every page of the rule receives. */
interface Shared extends CommonData {
  readonly rule: { readonly name: string; readonly label: string };
}

/** @param held collects the fields that are held back */
export async function writeRule(
  run: ExportRun,
  rule: PortabilityRule,
  common: (root: string) => CommonData,
  held: HeldFields,
): Promise<WrittenRule> {
  const writer = new RuleWriter(run, rule, common, held);
  return writer.write();
}

class RuleWriter {
  readonly #run: ExportRun;
  readonly #rule: PortabilityRule;
  readonly #plain: PlainRows;
  readonly #label: string;
  readonly #firstPage: Shared;
  readonly #otherPages: Shared;
  readonly #schema = new ItemSchema();
  readonly #images: string[] = [];
  readonly #forms = new Set<PageForm>();
  readonly #files: RowFiles;

  constructor(run: ExportRun, rule: PortabilityRule, common: (root: string) => CommonData, held: HeldFields) {
    this.#run = run;
    this.#rule = rule;
    this.#plain = new PlainRows(new FieldJudge(rule, run.own, held));
    this.#files = new RowFiles(rule, run.rowFiles);
    this.#label = rule.label(run.language.locale);
    const described = { name: rule.name, label: this.#label };
    this.#firstPage = { ...common('../'), rule: described };
    this.#otherPages = { ...common('../../'), rule: described };
  }

  async write(): Promise<WrittenRule> {
    const { settings, files, pace, progress } = this.#run;
    await using all = new JsonSpool(settings.folder);
    progress.rule = this.#rule.name;
    let rows = 0;
    let number = 0;
    for await (const page of this.#pages()) {
      number = page.number;
      rows += page.collection.length;
      progress.rowsDone += this.#rule.kind === 'member' ? 1 : page.collection.length;
      await this.#writePage(page, all);
      await progress.notifyIfDue();
      await pace.yieldIfDue();
    }
    this.#files.finish(`${this.#rule.name}/index.html`);
    await files.addSpooled(`${this.#rule.name}/all.json`, all);
    return {
      rule: this.#rule,
      rows: this.#rule.kind === 'member' ? null : rows,
      pages: number,
      images: this.#images,
      // What a template of the host writes has types of its own.
      schema: this.#schema.schema(this.#rule.jsonTemplate === undefined ? await this.#rule.columns?.(pace.signal) : []),
      pageForms: this.#forms,
    };
  }

  /** The pages' data; one row ahead, because a page shows whether there is a next one. */
  async *#pages(): AsyncGenerator<{ collection: readonly unknown[]; member: unknown } & PageData['page']> {
    const { user, pace } = this.#run;
    const { per, kind } = this.#rule;
    if (kind === 'member') {
      const member = await memberOf(this.#rule, user, pace.signal);
      yield { collection: [], member, number: 1, per, hasNext: false, offset: 0 };
      return;
    }
    let held: readonly unknown[] | undefined;
    let number = 1;
    let offset = 0;
    for await (const next of pagesOf(this.#rule, user, pace.signal)) {
      if (held !== undefined) {
        yield { collection: held, member: undefined, number: number++, per, hasNext: true, offset };
        offset += held.length;
      }
      held = next;
    }
    yield { collection: held ?? [], member: undefined, number, per, hasNext: false, offset };
  }

  async #writePage(
    { collection, member, ...page }: { collection: readonly unknown[]; member: unknown } & PageData['page'],
    all: JsonSpool,
  ): Promise<void> {
    const { files, images, search, pace } = this.#run;
    const { template, jsonTemplate } = this.#rule;
    const shared = page.number === 1 ? this.#firstPage : this.#otherPages;
    const folder = page.number === 1 ? this.#rule.name : `${this.#rule.name}/${page.number}`;
    const marked: MarkedPage = { path: `${folder}/index.html`, root: shared.root };
    await this.#files.take(this.#rule.kind === 'member' ? [member] : collection, marked.path);
    const data: PageData = { ...shared, collection, member, page, ...this.#fileFunctions(shared) };
    const isPlain = template === undefined || jsonTemplate === undefined;
    const plain: unknown[] = [];
    for (const row of isPlain ? this.#plainRows(data) : []) plain.push(await this.#files.withBytesAsFiles(row));
    let content = template === undefined ? this.#defaultHtml(data, plain) : await this.#html(template, data);
    await pace.yieldIfDue();
    let json = jsonTemplate === undefined ? this.#plainJson(data, plain) : await this.#json(jsonTemplate, data);
    await pace.yieldIfDue();
    if (images.isMarked) {
      const inJson = { ...marked, isJson: true };
      const before = images.first.length;
      const [html = '', items = '', text = ''] = await images.place(
        [content, json.items, json.page],
        [marked, inJson, inJson],
      );
      content = html;
      json = { ...json, items, page: text };
      if (this.#images.length < 4) this.#images.push(...images.first.slice(before, before + 4 - this.#images.length));
    }
    const framed = await this.#framed(content, data);
    await files.add(marked.path, images.isMarked ? ((await images.place([framed], [marked]))[0] ?? '') : framed);
    if (jsonTemplate !== undefined) {
      await files.add(`${folder}/data.json`, json.page);
      this.#forms.add(json.form);
    }
    await pace.yieldIfDue();
    this.#schema.see(json.values);
    await all.append(json.items);
    await pace.yieldIfDue();
    await search.add(marked.path, this.#title(page.number), content);
  }

  #fileFunctions(place: LinkContext): Pick<PageData, 'fileTag' | 'fileOf'> {
    const fileOf = (row: unknown, field: string) => this.#files.of(row, field);
    return {
      fileOf,
      fileTag: (row, field) => {
        const file = fileOf(row, field);
        return safeHtml(file === null ? '' : fileLink(file, place));
      },
    };
  }

  #plainRows(data: PageData): readonly unknown[] {
    const rows = this.#rule.kind === 'member' ? [data.member ?? null] : data.collection;
    return this.#named('a row', data, () => rows.map((row) => this.#files.filled(row, this.#plain.plain(row))));
  }

  #plainJson(data: PageData, values: readonly unknown[]): PageJson {
    return { items: this.#named('a row', data, () => itemsOf(values)), values, page: '', form: 'items' };
  }

  async #json(template: Render<PageData>, data: PageData): Promise<PageJson> {
    try {
      const given = template(data);
      return pageJson(this.#rule.name, isPromise(given) ? await given : given);
    } catch (cause) {
      throw this.#failed('jsonTemplate', data, cause);
    }
  }

  #html(template: Render<PageData>, data: PageData): Promise<string> {
    const { number } = data.page;
    return renderHtml(`portability rule "${this.#rule.name}": template failed on page ${number}`, template, data);
  }

  #defaultHtml(data: PageData, plain: readonly unknown[]): string {
    const { t } = this.#run.language;
    const isMember = this.#rule.kind === 'member';
    if (plain.length === 0 || (isMember && plain[0] === null))
      return `<div class="pe-empty"><h2>${escapeHtml(t('export.empty'))}</h2><p>${escapeHtml(t('export.empty_text'))}</p></div>`;
    const shown = { ...data, collection: plain, member: plain[0] };
    return this.#named('a row', data, () => (isMember ? memberCard(shown) : collectionCards(shown)));
  }

  #framed(content: string, data: PageData): string | Promise<string> {
    const { frame, language } = this.#run;
    const { t } = language;
    const { number, hasNext, offset } = data.page;
    const last = offset + data.collection.length;
    const range =
      this.#rule.kind === 'member' || last === 0
        ? ''
        : `<p>${escapeHtml(t('export.range', { from: offset + 1, to: last }))}</p>`;
    const toAll = number === 1 ? 'all.json' : '../all.json';
    const pageLink =
      this.#rule.jsonTemplate === undefined ? '' : ` <a href="data.json">${escapeHtml(t('export.json_page'))}</a>`;
    const body =
      `<header class="book-head"><h1>${escapeHtml(this.#label)}</h1>${range}</header>\n${content}\n` +
      pagerHtml({ t, rule: this.#rule.name, page: number, hasNext }) +
      `<p class="book-json"><a href="${toAll}">${escapeHtml(t('export.json'))}</a>${pageLink}</p>`;
    const isPaged = number > 1 || hasNext;
    return frame.page(
      {
        title: this.#title(number),
        body,
        root: data.root,
        place: `${this.#rule.name}/index.html`,
        ...(isPaged && { scripts: ['assets/pages.js'] }),
      },
      data,
    );
  }

  #title(page: number): string {
    if (page === 1) return this.#label;
    return this.#run.language.t('export.page_titled', { title: this.#label, page });
  }

  #named<T>(what: string, data: PageData, work: () => T): T {
    try {
      return work();
    } catch (cause) {
      throw this.#failed(what, data, cause);
    }
  }

  #failed(what: string, { page }: PageData, cause: unknown): PolicyEngineError {
    if (cause instanceof PolicyEngineError) return cause;
    const reason = `${what} failed on page ${page.number}: ${reasonOf(cause)}`;
    return new PolicyEngineError('export_failed', `portability rule "${this.#rule.name}": ${reason}`, { cause });
  }
}
