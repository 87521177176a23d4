/** The form of a message alone: again, after it was rejected. */
import { type Page, PageHeader, type View } from '../../../platform/web/index.ts';
import { MessageForm, type MessageFormShown } from './thread.tsx';

/** @param back the page that the form was on */
export function messageFormPage(
  view: View,
  form: MessageFormShown,
  back: { readonly href: string; readonly text: string },
): Page {
  const title = view.t('requests.messages');
  const content = (
    <div class="pe-card pe-narrow pe-stack">
      <PageHeader title={title} back={back} />
      <MessageForm view={view} form={form} />
    </div>
  );
  return { title, content };
}
