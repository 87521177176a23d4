import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  'erasure.mine.completed': 'Ihre Daten wurden gelöscht',
  'erasure.mine.completed_text': 'Der Beleg führt auf, was gelöscht wurde.',
  'erasure.mine.completed.kept':
    'Ihre Daten wurden gelöscht, außer denen, für deren Aufbewahrung wir einen rechtlichen Grund haben',
  'erasure.mine.completed.part': 'Ein Teil Ihrer Daten wurde gelöscht',
  'erasure.mine.left_text': 'Unten sehen Sie, was nicht gelöscht wurde und warum, soweit wir es wissen.',
  'erasure.left': 'Nicht gelöscht',
  'erasure.left.found':
    'Nach der Löschung wurden Daten, die Sie identifizieren, an Stellen gefunden, die keine Regel aufbewahrt. Dem Betreiber dieser Website werden diese Stellen angezeigt.',
  'erasure.mine.step.completed': 'Ihre Daten wurden gelöscht.',
  'erasure.mine.step.left': 'Die Löschung endete. Es wurde nicht alles gelöscht.',
  'erasure.done.run': 'Laut der Anwendung gelöscht',
  'erasure.told.title': 'Empfänger (Art. 19 DSGVO)',
  'erasure.told.none':
    'Kein Empfänger wurde automatisch benachrichtigt: Kein Webhook erhält dieses Ereignis. Wenn Sie Daten dieser Person anderen offengelegt haben, teilen Sie ihnen die Löschung selbst mit, außer wenn dies unmöglich oder mit unverhältnismäßigem Aufwand verbunden ist.',
  'erasure.told.some':
    'Diese Software meldet die Löschung an die folgenden Webhooks. Sie weiß nicht, ob deren Empfänger die Daten löschen oder wer sie sonst erhalten hat: Benachrichtigen Sie weitere Empfänger selbst.',
  'erasure.told.at': 'Zugestellt oder aufgegeben',
  'erasure.told.unknown': 'Eintrag gelöscht',
  'mail.erasure_receipt.told':
    'Die Löschung wird an diese Webhooks gemeldet: {webhooks}. Die Seite des Antrags zeigt, ob sie zugestellt wurde. Benachrichtigen Sie weitere Empfänger selbst (Art. 19 DSGVO).',
};
