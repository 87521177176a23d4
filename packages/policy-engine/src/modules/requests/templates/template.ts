/** The types of templates of reasons. */
import { createHash } from 'node:crypto';
import type { TextKey } from '../../../platform/i18n/language.ts';

/** Actions that have templates. */
export const templateActs = ['deny', 'extend', 'hold'] as const;
/** One of {@link templateActs}. */
export type TemplateAct = (typeof templateActs)[number];

/** A template in one language. */
export interface Template {
  /** ID of a row; `sample.<name>` for an unchanged sample. */
  readonly id: string;
  readonly act: TemplateAct;
  /** BCP 47 tag. */
  readonly locale: string;
  readonly title: string;
  readonly body: string;
  /** Name of the sample it is, or was made from; null for one of the administrators' own. */
  readonly sample: string | null;
  /** Whether it is unchanged since the engine provided it. */
  readonly isUnchanged: boolean;
}

/** Identifies the words of a template: SHA-256 in hex. */
export function revisionOf({ title, body }: Pick<Template, 'title' | 'body'>): string {
  return createHash('sha256')
    .update(JSON.stringify([title, body]))
    .digest('hex');
}

/** Samples that the engine provides, in each of its languages. Administrators should review one before they use it. */
export const sampleNames = [
  'identity',
  'repeated',
  'nothing',
  'duty',
  'complex',
  'many',
  'claims',
  'retention',
] as const;
/** Name of a sample. */
export type SampleName = (typeof sampleNames)[number];

/** The action of each sample. */
export const samples: Readonly<Record<SampleName, TemplateAct>> = {
  identity: 'deny',
  repeated: 'deny',
  nothing: 'deny',
  duty: 'deny',
  complex: 'extend',
  many: 'extend',
  claims: 'hold',
  retention: 'hold',
};

/** The texts of a sample. */
export function sampleTexts(name: SampleName): { readonly title: TextKey; readonly body: TextKey } {
  return { title: `requests.sample.${name}`, body: `requests.sample.${name}.text` };
}
