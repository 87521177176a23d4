import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  'requests.mine.title': 'Ihre Daten',
  'requests.mine.lead':
    'Sie können eine Kopie der Daten anfordern, die wir über Sie speichern. Sie ist kostenlos, und Sie müssen keinen Grund angeben.',
  'requests.ask.title': 'So funktioniert es',
  'requests.ask.again': 'Neue Kopie anfordern',
  'requests.ask.step1': 'Sie fordern Ihre Daten mit einem Klick an.',
  'requests.ask.step2': 'Wir prüfen Ihren Antrag und antworten innerhalb eines Monats.',
  'requests.ask.step3':
    'Sie laden eine einzige Datei herunter. Entpacken Sie sie und öffnen Sie „index.html“, um Ihre Daten auf Ihrem eigenen Computer zu lesen und zu durchsuchen.',
  'requests.ask.verb': 'Ihre Daten anfordern',
  'requests.mine.pending': 'Wir haben Ihren Antrag erhalten',
  'requests.mine.pending_text': 'Wir prüfen ihn und stellen dann Ihre Daten zusammen. Sie müssen nichts tun.',
  'requests.mine.told': 'Wir senden Ihnen eine E-Mail, wenn Ihre Daten bereit sind.',
  'requests.mine.untold': 'Kommen Sie auf diese Seite zurück: Ihre Daten werden hier bereitstehen.',
  'requests.mine.progress': 'Wir stellen Ihre Daten zusammen',
  'requests.mine.progress_text': 'Sie können diese Seite verlassen.',
  'requests.mine.failed': 'Wir stellen Ihre Daten zusammen',
  'requests.mine.failed_text': 'Bei uns ist ein Fehler aufgetreten, und wir werden ihn beheben. Sie müssen nichts tun.',
  'requests.mine.completed': 'Ihre Daten sind bereit',
  'requests.mine.completed_text':
    'Entpacken Sie die Datei und öffnen Sie „index.html“. Bewahren Sie sie an einem sicheren Ort auf: Sie enthält Ihre persönlichen Daten.',
  'requests.mine.denied': 'Ihr Antrag wurde abgelehnt',
  'requests.mine.denied_text':
    'Die Begründung finden Sie unten. Sie können sich bei einer Datenschutzaufsichtsbehörde beschweren oder vor Gericht gehen.',
  'requests.mine.expired': 'Ihre Kopie ist abgelaufen',
  'requests.mine.expired_text': 'Sie können jederzeit eine neue anfordern.',
  'requests.size': 'Größe',
  'requests.expires': 'Verfügbar bis',
  'requests.download': 'Ihre Daten herunterladen',
  'requests.withdraw': 'Antrag zurückziehen',
  'requests.delete_copy': 'Diese Kopie löschen',
  'requests.delete_request': 'Diesen Antrag löschen',
  'requests.withdraw.title': 'Ihren Antrag zurückziehen?',
  'requests.withdraw.text': 'Wir bearbeiten ihn nicht weiter. Sie können jederzeit einen neuen Antrag stellen.',
  'requests.delete_copy.title': 'Diese Kopie löschen?',
  'requests.delete_request.title': 'Diesen Antrag löschen?',
  'requests.delete_copy.text':
    'Die Kopie wird gelöscht, falls es sie noch gibt, und der Antrag wird von dieser Seite entfernt. Ihre Daten selbst sind nicht betroffen.',
  'requests.rights_text':
    'Sie haben das Recht, eine Kopie Ihrer Daten zu erhalten (Art. 15 DSGVO) und die von Ihnen bereitgestellten Daten in einem maschinenlesbaren Format zu erhalten (Art. 20). Wir antworten innerhalb eines Monats nach Eingang Ihres Antrags. Ist er komplex, können wir diese Frist um zwei Monate verlängern und teilen Ihnen den Grund innerhalb des ersten Monats mit (Art. 12 Abs. 3). Wenn wir Ihren Antrag ablehnen, teilen wir Ihnen den Grund mit, und Sie können sich bei einer Datenschutzaufsichtsbehörde beschweren.',
  'requests.progress': 'Fortschritt',
  'requests.progress.waiting': 'Beginnt in Kürze.',
  'requests.progress.worker':
    'Wartet auf einen Hintergrundprozess. Wenn sich daran nichts ändert, läuft keiner. Bitten Sie Ihre Entwickler, einen mit engine.start() oder policy-engine work zu starten.',
  'requests.mine.not_here':
    'Eine Kopie Ihrer Daten ist auf dieser Seite noch nicht verfügbar. Sie haben trotzdem ein Recht darauf: Bitte wenden Sie sich an uns.',
  'requests.progress.rows': 'Bisher: Datensätze {rows}, Dateien {files}, {size}',
  'requests.progress.of': 'Bisher: Datensätze {rows} von etwa {expected}, Dateien {files}, {size}',
  'requests.state.progress': 'In Bearbeitung',
  'requests.state.expired': 'Abgelaufen',
  'requests.kind': 'Kopie Ihrer Daten',
  'requests.all.title': 'Auskunftsanträge',
  'requests.all.lead':
    'Anträge auf eine Kopie personenbezogener Daten. Sie müssen jeden innerhalb eines Monats beantworten.',
  'requests.all.none': 'Noch keine Anträge',
  'requests.all.none_text': 'Anträge auf eine Kopie der Daten erscheinen hier.',
  'requests.filter.progress': 'In Bearbeitung',
  'requests.filter.expired': 'Abgelaufen',
  'requests.one.title': 'Auskunftsantrag von {person}',
  'requests.delete': 'Löschen',
  'requests.error': 'Der Export ist fehlgeschlagen und wird nicht automatisch wiederholt. Fehler:',
  'requests.error_retrying': 'Der letzte Versuch ist fehlgeschlagen. Er wird automatisch wiederholt. Fehler:',
  'requests.confirm.verb': 'Bestätigen und Kopie erstellen',
  'requests.confirm.title': 'Diesen Antrag bestätigen?',
  'requests.confirm.text':
    'Ein Export der Daten von {person} wird erstellt. Nur die Person selbst kann ihn herunterladen.',
  'requests.deny.title': 'Diesen Antrag ablehnen?',
  'requests.deny.text':
    '{person} erhält die Begründung und den Hinweis auf die Möglichkeit, sich bei einer Datenschutzaufsichtsbehörde zu beschweren.',
  'requests.deny.hint':
    'Schreiben Sie in einfacher Sprache und in der Sprache der Person. Eine Ablehnung braucht einen rechtlichen Grund: zum Beispiel, dass Sie nicht feststellen können, wer den Antrag gestellt hat, oder dass die Anträge exzessiv sind (Art. 12 Abs. 4, 5 und 6 DSGVO).',
  'requests.extend.title': 'Die Frist um zwei Monate verlängern?',
  'requests.extend.text':
    '{person} erhält die Begründung und die neue Frist. Die Frist kann einmal verlängert werden, innerhalb des ersten Monats.',
  'requests.extend.hint':
    'Schreiben Sie in einfacher Sprache und in der Sprache der Person. Das Gesetz erlaubt eine Verlängerung bei komplexen oder zahlreichen Anträgen (Art. 12 Abs. 3 DSGVO).',
  'requests.delete.title': 'Diesen Antrag löschen?',
  'requests.delete.text':
    'Der Antrag von {person} wird zusammen mit seinem Export gelöscht. Die Person kann einen neuen Antrag stellen.',
  'notice.request_created': 'Wir haben Ihren Antrag erhalten.',
  'notice.request_withdrawn': 'Ihr Antrag wurde zurückgezogen.',
  'notice.request_deleted': 'Gelöscht.',
  'notice.request_confirmed': 'Bestätigt. Der Export hat begonnen.',
  'notice.request_denied': 'Abgelehnt. Der Person wird der Grund mitgeteilt.',
  'notice.request_extended': 'Frist verlängert. Der Person wird der Grund mitgeteilt.',
  'notice.request_retried': 'Der Export wird wiederholt.',
  'error.request_open':
    'Sie haben bereits einen ausstehenden Auskunftsantrag. Sie können noch keinen weiteren stellen.',
  'error.title.export_impossible': 'Die Kopie kann nicht erstellt werden',
  'error.export_impossible':
    'Der Export kann nicht erstellt werden: Die Option „{option}“ ist nicht gesetzt. Bitten Sie Ihre Entwickler, sie zu setzen. Der Antrag bleibt offen.',
  'error.title.user_gone': 'Den Nutzer gibt es nicht mehr',
  'error.user_gone':
    'Den Nutzer, der diesen Antrag gestellt hat, gibt es nicht mehr, daher kann keine Kopie erstellt werden. Lehnen Sie den Antrag ab oder löschen Sie ihn.',
  'portability.preview.title': 'Was die Kopie enthält',
  'portability.preview.lead': 'Soeben gezählt. Vor der Bestätigung des Antrags wird nichts exportiert.',
  'portability.preview.data': 'Daten',
  'portability.preview.rows': 'Datensätze',
  'portability.preview.files': 'Dateien',
  'portability.preview.uncounted': 'Nicht gezählt',
  'portability.preview.most': 'Höchstens {count}',
  'portability.preview.own.consents': 'Einwilligungen',
  'portability.preview.own.decisions': 'Verlauf der Entscheidungen',
  'portability.preview.own.texts': 'Texte, denen die Person zugestimmt hat',
  'portability.preview.own.requests': 'Anträge',
  'portability.preview.gone':
    'Den Nutzer gibt es nicht mehr, daher kann keine Kopie erstellt werden. Lehnen Sie den Antrag ab oder löschen Sie ihn.',
  'portability.preview.failed': 'Für den Inhalt ist keine Vorschau möglich. Fehler:',
  'error.request_not_failed': 'Nur ein fehlgeschlagener Export kann wiederholt werden.',
  'error.export_gone': 'Diese Kopie ist nicht mehr verfügbar. Fordern Sie eine neue an.',
  'audit.action.request_confirmed': 'Auskunftsantrag bestätigt',
  'audit.action.request_denied': 'Auskunftsantrag abgelehnt',
  'audit.action.request_extended': 'Frist verlängert',
  'audit.action.request_retried': 'Export wiederholt',
  'audit.action.request_deleted': 'Auskunftsantrag gelöscht',
  'mail.reason.asked': 'Sie erhalten diese E-Mail, weil Sie eine Kopie Ihrer Daten angefordert haben.',
  'mail.portability_requested.subject': 'Neuer Antrag auf eine Kopie der Daten',
  'mail.portability_requested.text':
    'Bitte bestätigen Sie den Antrag bis {due} oder lehnen Sie ihn mit Begründung ab. Das Gesetz gewährt einen Monat.',
  'mail.portability_requested.confirmed':
    'Der Antrag wurde automatisch bestätigt, und der Export wird erstellt. Sie müssen nichts tun.',
  'mail.portability_requested.action': 'Antrag ansehen',
  'mail.portability_progress.subject': 'Wir stellen Ihre Daten zusammen',
  'mail.portability_progress.text':
    'Ihr Antrag wurde bestätigt. Wir senden Ihnen eine E-Mail, wenn Ihre Daten zum Herunterladen bereit sind. Sie müssen nichts tun.',
  'mail.portability_progress.action': 'Fortschritt ansehen',
  'mail.portability_completed.subject': 'Ihre Daten sind bereit',
  'mail.portability_completed.text':
    'Eine Kopie Ihrer Daten ist zum Herunterladen bereit. Nur Sie können sie öffnen, nachdem Sie sich angemeldet haben.',
  'mail.portability_completed.until': 'Sie können sie bis {until} herunterladen. Danach wird die Kopie gelöscht.',
  'mail.portability_completed.action': 'Ihre Daten herunterladen',
  'mail.portability_denied.subject': 'Ihr Antrag auf eine Kopie Ihrer Daten wurde abgelehnt',
  'mail.portability_denied.text':
    'Wir haben Ihren Antrag auf eine Kopie Ihrer Daten geprüft und können ihm nicht entsprechen. Die Begründung:',
  'mail.portability_extended.subject': 'Ihr Antrag auf eine Kopie Ihrer Daten dauert länger',
  'mail.portability_extended.text':
    'Wir brauchen mehr Zeit, um die Kopie Ihrer Daten zu erstellen. Sie ist spätestens am {due} bereit. Die Begründung:',
  'check.no_user_lookup':
    'Exporte und E-Mails können die Person, für die sie bestimmt sind, nicht nachschlagen. Daher schlagen alle Auskunftsanträge fehl.',
  'check.no_user_lookup.name': 'Nachschlagen von Nutzern',
  'check.no_user_lookup.advice': 'Setzen Sie userResource.find.',
  'check.no_portability_rule':
    'Keine Regel legt fest, welche Daten Personen exportieren können. Daher kann hier niemand seine Daten anfordern.',
  'check.no_portability_rule.name': 'Daten, die Personen exportieren können',
  'check.no_portability_rule.advice': 'Setzen Sie portabilityRules.',
  'jobs.name.portability-export': 'Export der Daten einer Person',
  'jobs.name.portability-discard': 'Löschung eines Exports',
  'jobs.name.portability-purge': 'Löschung abgelaufener Exporte',
  'requests.retry.title': 'Diesen Export wiederholen?',
  'requests.retry.text': 'Der Export der Daten von {person} beginnt noch einmal von vorn.',
  'requests.timeline.copied': 'Kopie bereit',
  'requests.timeline.copy_failed': 'Export fehlgeschlagen',
  'requests.kind.portability': 'Auskunftsantrag',
  'requests.bulk.confirm.portability':
    'Ein Export der Daten wird erstellt. Nur die Person selbst kann ihn herunterladen.',
  'requests.centre.title': 'Eine Kopie Ihrer Daten erhalten',
  'requests.centre.more': 'Frühere Anträge und Ihre Rechte',
  'requests.mine.step.begun': 'Wir haben begonnen, Ihre Daten zusammenzustellen.',
  'requests.mine.step.completed': 'Wir haben Ihre Daten fertig zusammengestellt.',
  'requests.mine.step.denied': 'Wir haben den Antrag abgelehnt und Ihnen den Grund mitgeteilt.',
  'requests.mine.step.expired': 'Die Kopie ist abgelaufen.',
  'requests.mine.next.pending': 'Wir prüfen Ihren Antrag.',
  'requests.mine.next.progress': 'Sie können Ihre Daten hier herunterladen.',
  'requests.mine.next.completed': 'Die Kopie wird gelöscht.',
};
