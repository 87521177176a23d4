import type { JSX } from 'hono/jsx/jsx-runtime';
import { servedPath, versionPath } from '../../../appearance/index.ts';
import type { View } from '../../../../platform/web/index.ts';
import { shownAppearance, shownLayer } from '../../ledger/shown-appearance.ts';

/**
 * Link to the banner that a decision names: as it was served, or the version of its appearance. A dash if it names none.
 *
 * @param props.shown - what was shown, as the ledger stores it
 * @param props.locale - BCP 47 tag of the page of the decision
 */
export function BannerLink(props: {
  view: View;
  shown: string | null | undefined;
  locale: string | null;
}): JSX.Element {
  const { view, shown, locale } = props;
  const appearance = shownAppearance(shown);
  if (appearance === null) return <>–</>;
  if (typeof appearance === 'string') {
    return <a href={view.href(servedPath(appearance, shownLayer(shown)))}>{view.t('ledger.receipt.banner.served')}</a>;
  }
  return <a href={view.href(versionPath(appearance, locale))}>{view.t('terms.version', { version: appearance })}</a>;
}
