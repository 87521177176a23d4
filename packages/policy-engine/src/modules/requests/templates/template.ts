/** Words for a reason, to begin with: what each of them is. */
import type { TextKey } from '../../../platform/i18n/language.ts';

/** Acts that have templates. */
export const templateActs = ['deny', 'extend', 'hold'] as const;
/** One of {@link templateActs}. */
export type TemplateAct = (typeof templateActs)[number];

/** A template in one language. */
export interface Template {
  /** Of a row; `sample.<name>` for a sample nobody has changed. */
  readonly id: string;
  readonly act: TemplateAct;
  /** BCP 47 tag. */
  readonly locale: string;
  readonly title: string;
  readonly body: string;
  /** Name of the sample it is, or was made from; null for one of the administrators' own. */
  readonly sample: string | null;
  /** Whether it still is as the engine brings it. */
  readonly isUnchanged: boolean;
}

/** Samples that the engine brings, in each of its languages. Whoever uses one is to look at it. */
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

/** What each is for. */
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
