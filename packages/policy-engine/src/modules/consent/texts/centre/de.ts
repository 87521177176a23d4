import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  'nav.privacy': 'Ihr Datenschutz',
  'centre.title': 'Ihr Datenschutz',
  'centre.lead':
    'Ihre Entscheidungen, was noch aussteht und Ihre Rechte in Bezug auf Ihre Daten. Sie können Ihre Entscheidungen hier jederzeit ändern.',
  'centre.lead_visitor':
    'Sie entscheiden, was in diesem Browser ausgeführt wird. Sie können Ihre Entscheidungen hier jederzeit ändern.',
  'choice.own.locale':
    'Speichert die Sprache, die Sie im Datenschutz-Center gewählt haben. Wird nur gesetzt, wenn Sie eine wählen.',
  'centre.contents': 'Auf dieser Seite',
  'centre.languages': 'Sprache dieser Seite',
  'centre.open': 'ohne Entscheidung: {count}',
  'centre.asked': 'Wartet auf Ihre Entscheidung',
  'centre.asked.browser': 'In diesem Browser:',
  'centre.decided': 'Ihre Entscheidungen',
  'centre.decided.none': 'Sie haben noch über keine Richtlinie entschieden.',
  'centre.unpublished': 'Noch nicht veröffentlicht:',
  'centre.browser': 'In diesem Browser',
  'centre.notices': 'Informationen für Sie',
  'centre.notice_changed': 'Geändert',
  'centre.sign_in': 'Melden Sie sich an, um die Entscheidungen Ihres Kontos zu sehen und Ihre Daten anzufordern.',
  'centre.record': 'Vollständiger Verlauf mit Belegen',
  'centre.text_page': 'Vollständigen Text öffnen',
  'centre.history': 'Verlauf: {count}',
  'centre.changes.accepted':
    'Sie haben Version {from} akzeptiert. Jetzt ist Version {to} in Kraft, daher fragen wir Sie erneut.',
  'centre.changes.rejected':
    'Sie haben Version {from} abgelehnt. Jetzt ist Version {to} in Kraft, daher fragen wir Sie erneut.',
  'centre.changes.show': 'Änderungen anzeigen',
  'centre.changes.unknown':
    'Der frühere Text ist in dieser Sprache nicht verfügbar, daher können die Änderungen nicht angezeigt werden.',
  'centre.refuse': 'Wenn Sie ablehnen',
  'centre.withdraw': 'Wenn Sie Ihre Einwilligung widerrufen',
  'centre.refuse.blocking': 'Sie können hier nicht fortfahren, bis Sie akzeptieren.',
  'centre.refuse.update': 'Sie können keine Änderungen an Ihrem Konto speichern, bis Sie akzeptieren.',
  'centre.refuse.scripts': 'Hier wird nicht ausgeführt: {scripts}.',
  'centre.refuse.cookies': 'Ihr Browser wird angewiesen, die zugehörigen Cookies zu löschen.',
  'centre.refuse.free': 'Sie können auch ohne fortfahren: Dies ist Ihre freie Entscheidung.',
  'centre.refuse.past': 'Dies gilt ab jetzt, nicht für die Vergangenheit.',
  'centre.did.accepted': 'Sie haben „{policy}“ akzeptiert.',
  'centre.did.rejected': 'Sie haben „{policy}“ abgelehnt.',
  'centre.did.revoked': 'Ihre frühere Zustimmung gilt nicht mehr.',
  'centre.did.withdrawn': 'Sie haben Ihre Einwilligung in „{policy}“ widerrufen. Sie gilt ab jetzt nicht mehr.',
  'centre.did.run': 'Hier darf jetzt ausgeführt werden: {scripts}.',
  'centre.did.stopped': 'Hier wird nicht mehr ausgeführt, sobald Sie die nächste Seite öffnen: {scripts}.',
  'centre.did.cookies': 'Ihr Browser wurde angewiesen, die zugehörigen Cookies zu löschen.',
  'choice.unknown_vendor': '„{vendor}“ gehört nicht zu den Anbietern dieser Einwilligung.',
  'choice.vendors': 'Anbieter einzeln auswählen',
  'choice.vendors.save': 'Auswahl speichern',
  'choice.vendors.hint':
    'Angekreuzte Anbieter werden akzeptiert, die übrigen abgelehnt. Ist keiner angekreuzt, wird der ganze Zweck abgelehnt.',
  'choice.vendor_new': 'Nach Ihrer Entscheidung hinzugekommen',
  'choice.without': 'Akzeptiert ohne: {vendors}',
  'centre.did.without': 'Hier wird nicht ausgeführt, weil Sie es nicht akzeptiert haben: {scripts}.',
  'notice.accepted_all': 'Sie haben in diesem Browser alles akzeptiert, was Ihre Einwilligung benötigt.',
  'notice.rejected_all':
    'Sie haben in diesem Browser alles abgelehnt, was Ihre Einwilligung benötigt. Es wird nicht mehr ausgeführt, sobald Sie die nächste Seite öffnen.',
};
