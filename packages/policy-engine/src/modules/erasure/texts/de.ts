import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  'erasure.kind': 'Löschung Ihrer Daten',
  'erasure.state.held': 'Ausgesetzt',
  'erasure.state.cancelled': 'Zurückgezogen',
  'erasure.state.running': 'In Bearbeitung',
  'erasure.state.completed': 'Abgeschlossen',
  'erasure.mine.title': 'Ihre Daten löschen',
  'erasure.mine.lead':
    'Sie können beantragen, dass wir die Daten löschen, die wir über Sie speichern. Lesen Sie zuerst, was gelöscht wird, was aufbewahrt wird und warum.',
  'erasure.mine.pending': 'Wir haben Ihren Antrag erhalten',
  'erasure.mine.pending_text':
    'Es wurde noch nichts gelöscht. Wir prüfen Ihren Antrag und antworten Ihnen. Sie können ihn zurückziehen, bis die Löschung beginnt.',
  'erasure.mine.confirmed': 'Ihr Antrag wurde bestätigt',
  'erasure.mine.confirmed_text':
    'Es wurde noch nichts gelöscht: Die Löschung beginnt automatisch an dem unten genannten Tag. Bis dahin können Sie Ihren Antrag zurückziehen.',
  'erasure.mine.held': 'Ihr Antrag ist ausgesetzt',
  'erasure.mine.held_text':
    'Wir haben einen rechtlichen Grund, Ihre Daten vorerst aufzubewahren. Ihr Antrag bleibt offen; die Begründung finden Sie unten. Wenn Sie nicht einverstanden sind, können Sie sich bei einer Datenschutzaufsichtsbehörde beschweren oder vor Gericht gehen.',
  'erasure.mine.denied': 'Ihr Antrag wurde abgelehnt',
  'erasure.mine.denied_text':
    'Die Begründung finden Sie unten. Sie können sich bei einer Datenschutzaufsichtsbehörde beschweren oder vor Gericht gehen.',
  'erasure.mine.cancelled': 'Sie haben Ihren Antrag zurückgezogen',
  'erasure.mine.cancelled_text': 'Es wurde nichts gelöscht.',
  'erasure.mine.running': 'Ihre Daten werden gelöscht',
  'erasure.mine.running_text': 'Die Löschung hat begonnen und kann nicht gestoppt werden. Sie müssen nichts tun.',
  'erasure.plan.title': 'Was mit Ihren Daten geschieht',
  'erasure.plan.lead': 'Diese Daten speichern wir heute über Sie, und dies geschieht bei einer Löschung damit.',
  'erasure.plan.kept':
    'Daten, die wir gesetzlich aufbewahren müssen, werden für nichts anderes verwendet und an dem daneben genannten Tag automatisch gelöscht.',
  'erasure.plan.pseudonymised':
    '„Pseudonymisiert“ bedeutet, dass der Datensatz erhalten bleibt und mit zusätzlichen Informationen noch mit Ihnen verknüpft werden könnte.',
  'erasure.plan.backups':
    'Sicherungskopien enthalten die Daten noch höchstens {days} lang. Danach werden sie überschrieben.',
  'erasure.plan.unknown':
    'Wir können derzeit nicht anzeigen, was gelöscht wird. Sie können trotzdem einen Antrag stellen, und Sie erhalten eine Liste, wenn er abgeschlossen ist.',
  'erasure.plan.data': 'Daten',
  'erasure.plan.what': 'Aktion',
  'erasure.plan.rows': 'Datensätze',
  'erasure.plan.why': 'Grund und Aufbewahrung',
  'erasure.plan.admin_title': 'Was gelöscht wird',
  'erasure.plan.failed': 'Für die Löschung ist keine Vorschau möglich, daher sind ihre Auswirkungen unbekannt. Fehler:',
  'erasure.will.delete': 'Gelöscht',
  'erasure.will.erase_fields': 'Persönliche Angaben gelöscht',
  'erasure.will.pseudonymise': 'Pseudonymisiert',
  'erasure.will.keep': 'Aufbewahrt',
  'erasure.will.run': 'Von der Anwendung gelöscht',
  'erasure.done.delete': 'Gelöscht',
  'erasure.done.erase_fields': 'Persönliche Angaben gelöscht',
  'erasure.done.pseudonymise': 'Pseudonymisiert',
  'erasure.done.keep': 'Aufbewahrt',
  'erasure.done.rows': '{what}: {rows}',
  'erasure.until': 'bis {until}',
  'erasure.kept_until': 'Aufbewahrt bis',
  'erasure.ask.title': 'Löschung beantragen',
  'erasure.ask.step1': 'Sie stellen den Antrag mit der Schaltfläche unten.',
  'erasure.ask.step1_password': 'Sie stellen den Antrag unten und bestätigen ihn mit Ihrem Passwort.',
  'erasure.ask.step2': 'Wir prüfen Ihren Antrag und antworten innerhalb eines Monats.',
  'erasure.ask.grace': 'Danach haben Sie {days} Bedenkzeit, bevor etwas gelöscht wird.',
  'erasure.ask.step3':
    'Ihre Daten werden wie oben aufgeführt gelöscht. Gehört Ihr Konto dazu, können Sie sich nicht mehr anmelden.',
  'erasure.ask.receipt': 'Sie erhalten einen Beleg per E-Mail.',
  'erasure.ask.final':
    'Eine Löschung kann nicht rückgängig gemacht werden. Wenn Sie eine Kopie Ihrer Daten möchten, fordern Sie sie vorher an.',
  'erasure.ask.password': 'Ihr Passwort',
  'erasure.ask.password_hint': 'Damit niemand anderes Ihre Daten löschen kann.',
  'erasure.ask.waive': 'Nicht warten: beginnen, sobald der Antrag bestätigt ist',
  'erasure.ask.waive_hint':
    'Dann bleibt Ihnen möglicherweise nicht die volle Bedenkzeit ({days}), um Ihren Antrag zurückzuziehen.',
  'erasure.ask.verb': 'Löschung beantragen',
  'erasure.cancel': 'Antrag zurückziehen',
  'erasure.cancel.title': 'Ihren Antrag zurückziehen?',
  'erasure.cancel.text': 'Es wird nichts gelöscht. Sie können jederzeit einen neuen Antrag stellen.',
  'erasure.grace_until': 'Nichts wird gelöscht vor dem',
  'erasure.begins': 'Beginnt am',
  'erasure.grace': 'Bedenkzeit',
  'erasure.grace.waived': 'Die Person hat darauf verzichtet',
  'erasure.hold_reason': 'Grund der Aussetzung',
  'erasure.confirmed': 'Bestätigt',
  'erasure.identified': 'Identität bestätigt',
  'erasure.identified.not': 'Nicht erforderlich: Der Antrag wurde vom angemeldeten Nutzer gestellt',
  'erasure.rights_text':
    'Sie haben das Recht auf Löschung Ihrer Daten, wenn sie nicht mehr benötigt werden, wenn Sie Ihre Einwilligung widerrufen oder Widerspruch einlegen oder wenn sie unrechtmäßig verarbeitet wurden (Art. 17 DSGVO). Wir dürfen Daten aufbewahren, die wir gesetzlich aufbewahren müssen oder die für Rechtsansprüche benötigt werden (Art. 17 Abs. 3). Wir antworten innerhalb eines Monats nach Eingang Ihres Antrags. Ist er komplex, können wir diese Frist um zwei Monate verlängern und teilen Ihnen den Grund innerhalb des ersten Monats mit (Art. 12 Abs. 3). Sie können uns fragen, welchen Empfängern Ihrer Daten wir die Löschung mitgeteilt haben (Art. 19). Wenn wir Ihren Antrag ablehnen, teilen wir Ihnen den Grund mit, und Sie können sich bei einer Datenschutzaufsichtsbehörde beschweren.',
  'erasure.receipt.title': 'Beleg',
  'erasure.receipt.begun': 'Begonnen',
  'erasure.receipt.completed': 'Abgeschlossen',
  'erasure.receipt.backups_until': 'In Sicherungskopien bis',
  'erasure.receipt.backups':
    'Sicherungskopien können bis {until} eine Kopie enthalten. Danach werden sie überschrieben.',
  'erasure.absence.title': 'Suche nach verbliebenen Daten',
  'erasure.absence.searched':
    'Nach allen Schritten wurde die Datenbank nach Daten durchsucht, die die Person identifizieren (Spalten: {columns}, Tabellen: {tables}).',
  'erasure.absence.sampled':
    'Von der Tabelle {table} wurde nur eine Stichprobe durchsucht. Zeilen: {rows}, Gesamtzahl unbekannt.',
  'erasure.absence.sampled_of':
    'Von der Tabelle {table} wurde nur eine Stichprobe durchsucht. Zeilen: {rows} von etwa {of}.',
  'erasure.absence.id_short':
    'Die ID der Person ist zu kurz, um innerhalb von Texten danach zu suchen. Daher wurde nur nach Werten gesucht, die genau aus ihr bestehen.',
  'erasure.absence.files': 'Gespeicherte Dateien',
  'erasure.absence.files.searched': 'Durchsucht',
  'erasure.absence.files.share': '{files} von {of}',
  'erasure.absence.files.found': 'Gefunden in',
  'erasure.absence.files.not': 'Nicht durchsucht',
  'erasure.absence.files.not.no_text': '{files}: kein einfacher Text',
  'erasure.absence.files.not.encrypted': '{files}: verschlüsselt',
  'erasure.absence.files.not.failed': '{files}: nicht lesbar',
  'erasure.absence.files.not.no_words':
    '{files}: keine identifizierenden Daten bekannt, nach denen in Texten gesucht werden könnte',
  'erasure.absence.nothing': 'Es wurden keine verbliebenen Daten gefunden außer solchen, die eine Regel aufbewahrt.',
  'erasure.absence.found':
    'An Stellen, an denen keine Regel sie aufbewahrt, sind Daten verblieben, die die Person identifizieren. Prüfen Sie diese Stellen und nehmen Sie sie in die Datenregeln auf.',
  'erasure.absence.place': 'Ort',
  'erasure.absence.kept': 'Von einer Regel aufbewahrt',
  'erasure.absence.open': 'Von keiner Regel erfasst',
  'erasure.all.title': 'Löschanträge',
  'erasure.all.lead':
    'Anträge auf Löschung personenbezogener Daten. Sie müssen jeden innerhalb eines Monats beantworten.',
  'erasure.all.none': 'Noch keine Anträge',
  'erasure.all.none_text': 'Löschanträge erscheinen hier.',
  'erasure.one.title': 'Löschantrag von {person}',
  'erasure.one.waits': 'Bestätigt. Die Löschung beginnt automatisch nach der Bedenkzeit.',
  'erasure.one.held': 'Ausgesetzt: Es wird nichts gelöscht, bis Sie die Aussetzung beenden.',
  'erasure.one.failed':
    'Die Löschung wurde abgebrochen und wird nicht automatisch wiederholt. Abgeschlossene Schritte bleiben erhalten. Fehler:',
  'erasure.one.retrying':
    'Einige Schritte des letzten Versuchs sind fehlgeschlagen. Sie werden automatisch wiederholt. Fehler:',
  'erasure.confirm.verb': 'Löschung bestätigen',
  'erasure.confirm.title': 'Diese Löschung bestätigen?',
  'erasure.confirm.text': 'Die unten aufgeführten Daten von {person} werden gelöscht.',
  'erasure.confirm.now': 'Die Löschung beginnt sofort.',
  'erasure.confirm.later': 'Die Person kann den Antrag noch zurückziehen. Die Löschung beginnt automatisch am',
  'erasure.confirm.waived': 'Die Person ist mit einem früheren Beginn einverstanden.',
  'erasure.confirm.at_once': 'Bestätigen und jetzt beginnen',
  'erasure.release': 'Aussetzung beenden',
  'erasure.release.title': 'Die Aussetzung beenden?',
  'erasure.release.text': 'Der Antrag von {person} wird an der Stelle fortgesetzt, an der er angehalten wurde.',
  'erasure.release.text_confirmed':
    'Der Antrag von {person} ist bereits bestätigt: Nach dem Ende der Aussetzung beginnt die Löschung automatisch.',
  'erasure.hold': 'Aussetzen',
  'erasure.hold.title': 'Diese Löschung aussetzen?',
  'erasure.hold.text': 'Es wird nichts gelöscht, bis Sie die Aussetzung beenden. {person} erhält die Begründung.',
  'erasure.hold.hint':
    'Schreiben Sie in einfacher Sprache und in der Sprache der Person. Eine Aussetzung braucht einen rechtlichen Grund: zum Beispiel einen Rechtsanspruch oder die Anordnung einer Behörde (Art. 17 Abs. 3 DSGVO).',
  'erasure.deny.title': 'Diesen Antrag ablehnen?',
  'erasure.deny.text':
    '{person} erhält die Begründung und den Hinweis auf die Möglichkeit, sich bei einer Datenschutzaufsichtsbehörde zu beschweren.',
  'erasure.deny.hint':
    'Schreiben Sie in einfacher Sprache und in der Sprache der Person. Eine Ablehnung braucht einen rechtlichen Grund: zum Beispiel, dass Sie nicht feststellen können, wer den Antrag gestellt hat, oder dass Sie alle Daten gesetzlich aufbewahren müssen (Art. 12 Abs. 6, Art. 17 Abs. 3 DSGVO).',
  'erasure.extend.title': 'Die Frist um zwei Monate verlängern?',
  'erasure.extend.text':
    '{person} erhält die Begründung und die neue Frist. Die Frist kann einmal verlängert werden, innerhalb des ersten Monats.',
  'erasure.extend.hint':
    'Schreiben Sie in einfacher Sprache und in der Sprache der Person. Das Gesetz erlaubt eine Verlängerung bei komplexen oder zahlreichen Anträgen (Art. 12 Abs. 3 DSGVO).',
  'erasure.steps.title': 'Fortschritt',
  'erasure.steps.of': 'Abgeschlossene Schritte: {done} von {all}',
  'erasure.steps.done': 'Gelöscht',
  'erasure.steps.kept': 'Aufbewahrt',
  'erasure.steps.error': 'Letzter Fehler',
  'erasure.step.waiting': 'Wartet',
  'erasure.step.running': 'In Bearbeitung',
  'erasure.step.done': 'Erledigt',
  'erasure.step.failed': 'Fehlgeschlagen',
  'notice.erasure_created': 'Wir haben Ihren Antrag erhalten. Es wurde noch nichts gelöscht.',
  'notice.erasure_cancelled': 'Ihr Antrag wurde zurückgezogen. Es wurde nichts gelöscht.',
  'notice.erasure_confirmed': 'Bestätigt. Der Person wird mitgeteilt, wann die Löschung beginnt.',
  'notice.erasure_held': 'Ausgesetzt. Der Person wird der Grund mitgeteilt.',
  'notice.erasure_released': 'Die Aussetzung ist beendet.',
  'mail.reason.erasure': 'Sie erhalten diese E-Mail, weil Sie die Löschung Ihrer Daten beantragt haben.',
  'mail.requests_overdue.user.erasure': 'Löschantrag von Nutzer {user}',
  'mail.erasure_requested.subject': 'Neuer Löschantrag',
  'mail.erasure_requested.text':
    'Bitte prüfen Sie, was gelöscht wird, und bestätigen Sie den Antrag bis {due} oder lehnen Sie ihn mit Begründung ab. Das Gesetz gewährt einen Monat.',
  'mail.erasure_requested.action': 'Antrag ansehen',
  'mail.erasure_received.subject': 'Wir haben Ihren Antrag auf Löschung Ihrer Daten erhalten',
  'mail.erasure_received.text':
    'Es wurde noch nichts gelöscht. Wir prüfen Ihren Antrag und antworten spätestens bis {due}.',
  'mail.erasure_received.grace':
    'Vor {until} wird nichts gelöscht, es sei denn, Sie sind mit einem früheren Beginn einverstanden. Sie können Ihren Antrag zurückziehen, bis die Löschung beginnt.',
  'mail.erasure_received.not_you':
    'Wenn Sie diesen Antrag nicht gestellt haben, melden Sie sich an, ziehen Sie den Antrag zurück und ändern Sie Ihr Passwort.',
  'mail.erasure_confirmed.subject': 'Ihr Antrag auf Löschung Ihrer Daten wurde bestätigt',
  'mail.erasure_confirmed.now':
    'Die Löschung beginnt jetzt. Wenn sie abgeschlossen ist, erhalten Sie einen Beleg per E-Mail.',
  'mail.erasure_confirmed.later':
    'Die Löschung beginnt automatisch am {at}. Bis dahin können Sie Ihren Antrag zurückziehen. Wenn die Löschung abgeschlossen ist, erhalten Sie einen Beleg per E-Mail.',
  'mail.erasure_denied.subject': 'Ihr Antrag auf Löschung Ihrer Daten wurde abgelehnt',
  'mail.erasure_denied.text':
    'Wir haben Ihren Antrag auf Löschung Ihrer Daten geprüft und können ihm nicht entsprechen. Die Begründung:',
  'mail.erasure_held.subject': 'Ihr Antrag auf Löschung Ihrer Daten ist ausgesetzt',
  'mail.erasure_held.text':
    'Wir haben einen rechtlichen Grund, Ihre Daten vorerst aufzubewahren. Ihr Antrag bleibt offen und wird fortgesetzt, wenn der Grund nicht mehr besteht. Die Begründung:',
  'mail.erasure_released.subject': 'Ihr Antrag auf Löschung Ihrer Daten wird fortgesetzt',
  'mail.erasure_released.text':
    'Der rechtliche Grund, Ihre Daten aufzubewahren, besteht nicht mehr. Ihr Antrag wird an der Stelle fortgesetzt, an der er angehalten wurde.',
  'mail.erasure_extended.subject': 'Ihr Antrag auf Löschung Ihrer Daten dauert länger',
  'mail.erasure_extended.text':
    'Wir brauchen mehr Zeit für Ihren Antrag und antworten spätestens bis {due}. Die Begründung:',
  'mail.erasure_cancelled.subject': 'Sie haben Ihren Antrag auf Löschung Ihrer Daten zurückgezogen',
  'mail.erasure_cancelled.text':
    'Es wurde nichts gelöscht. Wenn Sie den Antrag nicht selbst zurückgezogen haben, melden Sie sich an und ändern Sie Ihr Passwort.',
  'mail.erasure_completed.text':
    'Die von Ihnen beantragte Löschung wurde am {at} abgeschlossen. Dies ist mit jeder Art von Daten geschehen:',
  'mail.erasure_completed.last':
    'Bewahren Sie diese E-Mail auf: Sie ist Ihr Beleg. Wenn Sie nicht einverstanden sind, können Sie sich bei einer Datenschutzaufsichtsbehörde beschweren oder vor Gericht gehen.',
  'mail.erasure_completed.action': 'Unsere Richtlinien',
  'mail.erasure_receipt.subject': 'Löschung abgeschlossen',
  'mail.erasure_receipt.text':
    'Die Löschung {id} wurde am {at} abgeschlossen. Dieser Beleg identifiziert die Person nicht:',
  'mail.erasure_receipt.found':
    'Stellen, an denen Daten verblieben sind, die die Person identifizieren, obwohl keine Regel sie aufbewahrt: {count}. Bitte prüfen Sie sie.',
  'mail.erasure_receipt.action': 'Beleg ansehen',
  'erasure.error.open': 'Sie haben bereits einen offenen Antrag auf Löschung Ihrer Daten.',
  'error.title.erasure_impossible': 'Daten können nicht automatisch gelöscht werden',
  'erasure.error.impossible':
    'Diese Website kann Daten nicht automatisch löschen. Bitte wenden Sie sich an den Betreiber dieser Website.',
  'erasure.error.identity_unconfirmed': 'Wir konnten Ihre Identität nicht bestätigen. Es wurde kein Antrag gestellt.',
  'erasure.error.not_pending': 'Dieser Antrag wurde bereits bestätigt oder geschlossen.',
  'error.title.grace_not_waived': 'Ein sofortiger Beginn ist nicht möglich',
  'erasure.error.grace_not_waived':
    'Die Person kann den Antrag noch zurückziehen und ist nicht mit einem früheren Beginn einverstanden. Bestätigen Sie ihn ohne sofortigen Beginn.',
  'erasure.error.closed': 'Dieser Antrag hat bereits begonnen oder ist geschlossen.',
  'error.title.request_not_held': 'Dieser Antrag ist nicht ausgesetzt',
  'erasure.error.not_held': 'Nur die Aussetzung eines ausgesetzten Antrags kann beendet werden.',
  'erasure.error.extended': 'Die Frist wurde bereits verlängert. Das Gesetz erlaubt nur eine Verlängerung.',
  'erasure.error.overdue':
    'Die Frist ist abgelaufen und kann nicht mehr verlängert werden. Antworten Sie so bald wie möglich.',
  'erasure.error.not_failed': 'Nur eine fehlgeschlagene Löschung kann wiederholt werden.',
  'erasure.reason.pseudonymised':
    'Die verbleibenden Daten können der Person noch zugeordnet werden (Art. 4 Nr. 5 DSGVO): Sie sind pseudonymisiert, nicht gelöscht.',
  'erasure.error.replay_needed':
    'Die Daten dieser Website wurden aus einer Sicherungskopie wiederhergestellt, und frühere Löschungen werden wiederholt. Bitte versuchen Sie es später erneut.',
  'check.no_erasure_journal':
    'Es gibt kein Löschjournal. Daher bringt eine wiederhergestellte Sicherungskopie gelöschte Daten unbemerkt zurück.',
  'check.no_erasure_journal.name': 'Löschjournal',
  'check.no_erasure_journal.advice':
    'Setzen Sie erasure.journal auf eine Datei oder einen Speicher außerhalb der Datenbank, und setzen Sie erasure.journalKey.',
  'check.erasure_replay_needed':
    'Die Datenbank wurde aus einer Sicherungskopie wiederhergestellt. Im Journal aufgeführte Löschungen, die ihr fehlen: {subject}.',
  'check.erasure_replay_needed.name': 'Löschungen nach einer Wiederherstellung',
  'check.erasure_replay_needed.advice': 'Führen Sie „policy-engine erasure replay“ aus.',
  'check.erasure_journal_failed': 'Das Löschjournal kann nicht verwendet werden: {subject}.',
  'check.erasure_journal_failed.name': 'Zugriff auf das Löschjournal',
  'check.erasure_journal_failed.advice':
    'Stellen Sie sicher, dass erasure.journal gelesen und geschrieben werden kann, dass nichts anderes hineinschreibt und dass erasure.journalKey der Schlüssel ist, mit dem die Zeilen geschrieben wurden.',
  'check.erasure_failed': 'Fehlgeschlagene Löschungen: {subject}.',
  'check.erasure_failed.name': 'Löschungen werden abgeschlossen',
  'check.erasure_failed.advice':
    'Öffnen Sie den Antrag, um den Fehler zu sehen, beheben Sie die Ursache und wiederholen Sie die Löschung.',
  'erasure.own.ledger': 'Nachweis der Entscheidungen',
  'erasure.own.ledger_reason':
    'Die Einträge werden ohne Bezug zu einer Person aufbewahrt, damit die Nachweise aller anderen Einträge gültig bleiben. Die Identität wird gelöscht.',
  'erasure.own.portability': 'Auskunftsanträge und Exporte',
  'erasure.own.mails': 'Nicht gesendete E-Mails',
  'erasure.own.jobs': 'Hintergrundaufgaben zur Person',
  'erasure.own.requests': 'Frühere Löschanträge',
  'erasure.own.audit': 'Aktionen der Person in der Administration',
  'erasure.own.audit_reason':
    'Das Audit-Protokoll weist die Einhaltung der gesetzlichen Vorgaben nach (Art. 5 Abs. 2 DSGVO).',
  'audit.action.erasure_confirmed': 'Löschung bestätigt',
  'audit.action.erasure_denied': 'Löschung abgelehnt',
  'audit.action.erasure_held': 'Löschung ausgesetzt',
  'audit.action.erasure_released': 'Aussetzung der Löschung beendet',
  'audit.action.erasure_extended': 'Frist der Löschung verlängert',
  'audit.action.erasure_cancelled': 'Löschantrag für die Person zurückgezogen',
  'audit.action.erasure_retried': 'Löschung wiederholt',
  'audit.action.erasure_replayed': 'Löschung nach einer Wiederherstellung erneut ausgeführt',
  'audit.action.retention_applied': 'Abgelaufene Daten gelöscht',
  'jobs.name.erasure': 'Löschung der Daten einer Person',
  'jobs.name.erasure-daily': 'Löschung abgelaufener Daten',
  'nav.retention': 'Aufbewahrung',
  'retention.title': 'Aufbewahrung',
  'retention.lead':
    'Daten, die nach ihrer Aufbewahrungsfrist automatisch gelöscht werden (Art. 5 Abs. 1 Buchst. e DSGVO). Die täglichen Durchläufe sind hier aufgeführt.',
  'retention.none': 'Keine Aufbewahrungsfristen festgelegt',
  'retention.none_text':
    'Bei der Entwicklung wird in der Konfiguration (dataRules) festgelegt, wann Daten gelöscht werden und welche nach dem Gesetz aufzubewahren sind. Beides ist dann hier aufgeführt.',
  'retention.count': 'Abgelaufene Daten jetzt zählen',
  'retention.data': 'Daten',
  'retention.when': 'Aufbewahrungsfrist',
  'retention.next': 'Nächste Löschung',
  'retention.next.uncounted': 'Noch nicht gezählt',
  'retention.runs': 'Letzte Durchläufe',
  'retention.no_runs': 'Noch keine Durchläufe',
  'retention.no_runs_text': 'Abgelaufene Daten werden einmal am Tag gelöscht. Sie können sie vorher zählen.',
  'retention.begun': 'Begonnen',
  'retention.ended': 'Beendet',
  'retention.kind': 'Typ',
  'retention.kind.real': 'Löschung',
  'retention.kind.dry': 'Nur Zählung',
  'retention.state': 'Status',
  'retention.state.waiting': 'Ausstehend',
  'retention.state.running': 'In Bearbeitung',
  'retention.state.done': 'Erledigt',
  'retention.state.failed': 'Mit Fehlern',
  'retention.state.stopped': 'Unterbrochen',
  'retention.rows': 'Datensätze',
  'retention.rows.would': 'Zu löschen',
  'retention.failures': 'Fehler',
  'retention.why': 'Grund',
  'retention.action.aged': 'Aufbewahrungsfrist abgelaufen oder Bedingung erfüllt',
  'retention.action.kept': 'Rechtlicher Grund der Aufbewahrung entfallen',
  'retention.oldest': 'Ältester Datensatz',
  'retention.error': 'Fehler',
  'retention.one.real': 'Löschung abgelaufener Daten',
  'retention.one.dry': 'Zählung abgelaufener Daten',
  'retention.one.real_lead': 'In diesem Durchlauf gelöschte Daten, nach Regel.',
  'retention.one.dry_lead': 'Nur Zählung: Es wurde nichts gelöscht.',
  'retention.one.rules': 'Ergebnisse nach Regel',
  'retention.one.nothing': 'Keine Regel legt eine Aufbewahrungsfrist fest.',
  'retention.one.stopped':
    'Dieser Durchlauf wurde nicht beendet, zum Beispiel weil sein Prozess gestoppt wurde. Die Zahlen können zu niedrig sein; der nächste Durchlauf vervollständigt ihn.',
  'retention.one.failed': 'Der Durchlauf ist fehlgeschlagen. Fehler:',
  'notice.retention_count_begun': 'Die Zählung hat begonnen. Es wird nichts gelöscht.',
  'audit.action.retention_counted': 'Abgelaufene Daten gezählt',
  'jobs.name.retention-count': 'Zählung abgelaufener Daten',
  'erasure.state.unidentified': 'Wartet auf Identitätsbestätigung',
  'erasure.ask.step1_mail':
    'Sie stellen den Antrag unten. Wir senden Ihnen per E-Mail einen {time} gültigen Link, mit dem Sie Ihre Identität bestätigen.',
  'erasure.mine.unidentified': 'Bestätigen Sie Ihre Identität',
  'erasure.mine.unidentified_text':
    'Sie erhalten per E-Mail einen Link, der {time} gültig ist und einmal verwendet werden kann. Öffnen Sie ihn, um Ihren Antrag zu bestätigen: Erst danach prüfen wir den Antrag, und vorher wird nichts gelöscht. Wenn die E-Mail nicht ankommt oder der Link abgelaufen ist, fordern Sie einen neuen an.',
  'erasure.identity.renew': 'Neuen Link senden',
  'erasure.identity.title': 'Haben Sie diesen Antrag gestellt?',
  'erasure.identity.lead': 'Ein angemeldeter Nutzer hat die Löschung der Daten dieses Kontos beantragt.',
  'erasure.identity.account': 'E-Mail-Adresse des Kontos',
  'erasure.identity.until': 'Link gültig bis',
  'erasure.identity.other_account':
    'Sie sind mit einem anderen Konto angemeldet. Die Schaltfläche bestätigt den Antrag für das oben genannte Konto, nicht für Ihres.',
  'erasure.identity.then':
    'Mit der Schaltfläche bestätigen Sie, dass Sie diesen Antrag gestellt haben. Es wird nicht sofort etwas gelöscht: Wir prüfen dann Ihren Antrag, und Sie erhalten eine E-Mail über die nächsten Schritte.',
  'erasure.identity.not_you':
    'Wenn Sie diesen Antrag nicht gestellt haben, schließen Sie diese Seite: Es geschieht nichts, solange Sie die Schaltfläche nicht betätigen. Melden Sie sich dann an, ziehen Sie den Antrag zurück und ändern Sie Ihr Passwort.',
  'erasure.identity.verb': 'Ja, ich habe diesen Antrag gestellt',
  'erasure.identity.ended': 'Dieser Link ist nicht gültig',
  'erasure.identity.ended_text':
    'Wenn Sie bereits bestätigt haben, müssen Sie nichts tun. Andernfalls melden Sie sich an, öffnen Sie „Ihre Daten löschen“ und fordern Sie einen neuen Link an.',
  'erasure.identity.ended_verb': 'Ihren Antrag ansehen',
  'erasure.one.unidentified':
    'Die Person hat ihre Identität noch nicht mit dem Link aus unserer E-Mail bestätigt. Bis dahin kann der Antrag nicht bestätigt werden, und die Bedenkzeit beginnt nicht. Wenn die Bestätigung ausbleibt, lehnen Sie den Antrag aus diesem Grund ab.',
  'erasure.identified.awaited': 'Noch nicht: Die Person öffnet dafür einen Link, den wir per E-Mail senden',
  'notice.erasure_link_sent': 'Wir senden Ihnen einen Link per E-Mail. Es wird nichts gelöscht, bis Sie bestätigen.',
  'notice.erasure_identified':
    'Bestätigt. Wir haben Ihren Antrag erhalten; es wurde noch nichts gelöscht. Sie erhalten eine E-Mail über die nächsten Schritte.',
  'mail.erasure_identify.subject': 'Haben Sie die Löschung Ihrer Daten beantragt?',
  'mail.erasure_identify.reason': 'Sie erhalten diese E-Mail, weil jemand die Löschung Ihrer Daten beantragt hat.',
  'mail.erasure_identify.text':
    'Jemand, der in Ihrem Konto angemeldet war, hat die Löschung Ihrer Daten beantragt. Wenn Sie es waren, öffnen Sie den Link, um zu bestätigen. Der Link ist {time} gültig und kann einmal verwendet werden.',
  'mail.erasure_identify.nothing_yet': 'Bis Sie bestätigen, prüfen wir den Antrag nicht, und es wird nichts gelöscht.',
  'mail.erasure_identify.not_you':
    'Wenn Sie es nicht waren, bestätigen Sie nicht. Melden Sie sich an, ziehen Sie den Antrag zurück und ändern Sie Ihr Passwort. Leiten Sie diese E-Mail nicht weiter.',
  'mail.erasure_identify.action': 'Prüfen und bestätigen',
  'erasure.error.no_address':
    'Wir haben keine E-Mail-Adresse, um Ihnen einen Link zu senden. Bitte wenden Sie sich an den Betreiber dieser Website.',
  'error.title.identity_awaited': 'Die Identität ist noch nicht bestätigt',
  'erasure.error.identity_awaited': 'Die Person hat ihre Identität noch nicht bestätigt.',
  'error.title.identity_not_awaited': 'Es ist keine Bestätigung nötig',
  'erasure.error.identity_not_awaited':
    'Dieser Antrag wartet nicht auf eine Identitätsbestätigung: Er wurde bereits bestätigt oder ist geschlossen.',
  'erasure.error.identity_link_ended':
    'Er wurde verwendet, ist abgelaufen, wurde durch einen neueren Link ersetzt oder nicht vollständig kopiert.',
  'erasure.retry.title': 'Diese Löschung wiederholen?',
  'erasure.retry.text':
    'Die Löschung für {person} wird an der Stelle fortgesetzt, an der sie abgebrochen wurde. Abgeschlossene Schritte werden nicht wiederholt.',
  'requests.kind.erasure': 'Löschantrag',
  'requests.bulk.confirm.erasure': 'Die Daten werden nach der Bedenkzeit gelöscht.',
  'erasure.centre.title': 'Ihre Daten löschen',
  'erasure.centre.ask': 'Ansehen, was gelöscht wird, und Löschung beantragen',
  'erasure.mine.step.identified': 'Sie haben Ihre Identität bestätigt.',
  'erasure.mine.step.confirmed': 'Wir haben Ihren Antrag bestätigt.',
  'erasure.mine.step.begun': 'Die Löschung hat begonnen.',
  'erasure.mine.step.denied': 'Wir haben den Antrag abgelehnt und Ihnen den Grund mitgeteilt.',
  'erasure.mine.step.cancelled': 'Sie haben den Antrag zurückgezogen.',
  'erasure.mine.next.identity': 'Sie öffnen den Link aus unserer E-Mail.',
  'erasure.mine.next.pending': 'Wir prüfen Ihren Antrag und antworten.',
  'erasure.mine.next.begins': 'Die Löschung beginnt. Bis dahin können Sie Ihren Antrag zurückziehen.',
  'erasure.mine.next.held': 'Der rechtliche Grund, Ihre Daten aufzubewahren, entfällt.',
  'erasure.mine.next.running': 'Die Löschung wird abgeschlossen.',
};
