/** A published version of the banner's appearance. */
import { listPath, type Page, PageHeader, Time, type View } from '../../../platform/web/index.ts';
import { APPEARANCE_PATH } from '../paths.ts';
import type { AppearanceVersion } from '../service.ts';
import { Windows } from './windows.tsx';

/** @param language - of the banner, a BCP 47 tag; undefined for the reader's */
export function versionPage(
  view: View,
  { number: version, content: { layout }, createdAt }: AppearanceVersion,
  language: string | undefined,
): Page {
  const appearance = view.t('appearance.title');
  const title = view.t('text.labelled', { label: appearance, value: view.t('terms.version', { version }) });
  const content = (
    <>
      <PageHeader
        title={title}
        lead={view.t('appearance.version_text')}
        back={{ href: view.href(APPEARANCE_PATH), text: appearance }}
      />
      <dl class="pe-facts">
        <dt>{view.t('appearance.since')}</dt>
        <dd>
          <Time view={view} at={new Date(createdAt)} precision="minute" />
        </dd>
        <dt>{view.t('appearance.layout')}</dt>
        <dd>{view.t(`appearance.layout.${layout}`)}</dd>
      </dl>
      <Windows view={view} src={view.href(listPath(`${APPEARANCE_PATH}/preview`, { version, locale: language }))} />
    </>
  );
  return { title, content, frames: true };
}
