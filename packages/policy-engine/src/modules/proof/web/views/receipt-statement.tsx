/** The first sentence of a receipt: who decided what, and when. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { languageName } from '../../../terms/index.ts';
import { type Rules, vendorsIn } from '../../../rules/index.ts';
import { isolated, namesInSentence, PLACE, Sentence, Time, type View } from '../../../../platform/web/index.ts';
import type { Receipt } from '../../receipts/check/form.ts';
import { eventLabel } from './event-parts.tsx';

/** Whose decision it is: the reader's own, or as an administrator reads it. */
export type ReceiptReader = 'own' | 'administrator';

/** Of an entry that is no decision, its name. */
export async function Statement(props: {
  view: View;
  receipt: Receipt;
  /** Language of the text, a BCP 47 tag; null if it is not known. */
  textLocale: string | null;
  rules: Rules;
  reader: ReceiptReader;
}): Promise<JSX.Element> {
  const { view, receipt, textLocale, rules, reader } = props;
  const { event } = receipt;
  if (event.decision === null) return <p class="pe-statement">{eventLabel(view, rules, event)}</p>;
  const params = { at: PLACE, what: whatOf(view, receipt, rules, textLocale) };
  const text = await sentenceOf(view, receipt, reader, params);
  const { refused = [] } = vendorsIn(event.vendors) ?? {};
  return (
    <>
      <p class="pe-statement">
        <Sentence text={text}>
          {/* The facts below name the zone. With it, the sentence may take another line in the zone of the reader. */}
          <Time view={view} at={new Date(event.at)} precision="minute" short />
        </Sentence>
      </p>
      {refused.length > 0 && <p>{view.t('receipt.except', { vendors: namesInSentence(view.locale, refused) })}</p>}
    </>
  );
}

/** The policy, with the version and the language of the text as far as they are known. */
function whatOf(view: View, { event }: Receipt, rules: Rules, locale: string | null): string {
  const policy = isolated(eventLabel(view, rules, event));
  if (event.version === null) return policy;
  const version = event.version.toLocaleString(view.formatLocale);
  if (locale === null) return view.t('receipt.what.version', { policy, version });
  return view.t('receipt.what', { policy, version, language: languageName(locale, view.locale) });
}

async function sentenceOf(
  view: View,
  { event, openings }: Receipt,
  reader: ReceiptReader,
  params: { readonly at: string; readonly what: string },
): Promise<string> {
  const decision = event.decision ?? 'accepted';
  if (openings === null) return view.t(`receipt.erased.${decision}`, params);
  const { user } = openings.subject;
  const isAdopted = event.kind === 'adoption';
  if (reader === 'own')
    return view.t(isAdopted ? `receipt.you.adopted.${decision}` : `receipt.you.${decision}`, params);
  if (user === null) return view.t(`receipt.visitor.${decision}`, params);
  const person = isolated((await view.nameOf(user)) ?? view.t('requests.user', { id: user }));
  return view.t(isAdopted ? `receipt.person.adopted.${decision}` : `receipt.person.${decision}`, { ...params, person });
}
