import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  'nav.ledger': 'Register',
  'ledger.title': 'Register',
  'ledger.lead':
    'Das Register ist der signierte Nachweis jeder Entscheidung: Wird ein Eintrag nachträglich geändert, entfernt oder hinzugefügt, zeigt es die Prüfung des Registers.',
  'ledger.mine.title': 'Ihre Entscheidungen',
  'ledger.mine.lead': 'Alle Entscheidungen, die Sie hier getroffen haben, jede mit einem Beleg.',
  'ledger.mine.empty': 'Noch keine Entscheidungen',
  'ledger.empty': 'Noch keine Einträge',
  'ledger.empty_text': 'Jede Entscheidung wird hier aufgeführt, sobald sie getroffen ist.',
  'ledger.none': 'Keine Einträge gefunden',
  'ledger.none_text': 'Keine Einträge entsprechen diesen Filtern.',
  'ledger.all': 'Alle',
  'ledger.kind': 'Typ',
  'ledger.group.decisions': 'Entscheidungen',
  'ledger.group.flags': 'Markierungen und Prüfungen',
  'ledger.group.publications': 'Veröffentlichungen',
  'ledger.group.administration': 'Audit-Protokoll',
  'ledger.group.takeovers': 'Fortführungen nach einer Wiederherstellung',
  'ledger.group.all': 'Alle',
  'ledger.policy': 'Richtlinie',
  'ledger.decision': 'Entscheidung',
  'ledger.decision.accepted': 'Akzeptiert',
  'ledger.decision.rejected': 'Abgelehnt',
  'ledger.at': 'Zeit',
  'ledger.how': 'Quelle',
  'ledger.how.panel': 'Datenschutz-Center',
  'ledger.how.banner': 'Banner oder eingebettetes Formular',
  'ledger.how.api': 'App oder Programm (API)',
  'ledger.how.sign-up': 'Kontoformular',
  'ledger.how.import': 'Import',
  'ledger.how.import-undated': 'Import, mit dem Text eines späteren Datums',
  'ledger.how.gpc': 'Browsersignal (GPC)',
  'ledger.how.host': 'Die Website selbst',
  'ledger.how.adopted': 'Aus einem Browser in ein Konto übernommen',
  'ledger.subject': 'Person',
  'ledger.subject_id': 'ID einer Person',
  'ledger.visitor': 'Besucher ohne Konto',
  'ledger.erased': 'Gelöscht',
  'ledger.state': 'Nachweis',
  'ledger.state.sealed': 'Versiegelt',
  'ledger.state.pending': 'Ausstehend',
  'ledger.receipt': 'Beleg',
  'ledger.receipt.title': 'Beleg der Entscheidung',
  'ledger.receipt.lead':
    'Bewahren Sie diesen Beleg auf. Er gibt an, was entschieden wurde, über welchen Text und wann, und lässt sich ohne diese Website prüfen.',
  'receipt.what': '{policy}, Version {version}, auf {language}',
  'receipt.what.version': '{policy}, Version {version}',
  'receipt.you.accepted': 'Am {at} haben Sie akzeptiert: {what}.',
  'receipt.you.rejected': 'Am {at} haben Sie abgelehnt: {what}.',
  'receipt.you.adopted.accepted':
    'Am {at} wurde in Ihr Konto übernommen, was Sie in einem Browser akzeptiert hatten: {what}.',
  'receipt.you.adopted.rejected':
    'Am {at} wurde in Ihr Konto übernommen, was Sie in einem Browser abgelehnt hatten: {what}.',
  'receipt.person.accepted': 'Am {at} hat {person} akzeptiert: {what}.',
  'receipt.person.rejected': 'Am {at} hat {person} abgelehnt: {what}.',
  'receipt.person.adopted.accepted':
    'Am {at} wurde in das Konto von {person} übernommen, was in einem Browser akzeptiert worden war: {what}.',
  'receipt.person.adopted.rejected':
    'Am {at} wurde in das Konto von {person} übernommen, was in einem Browser abgelehnt worden war: {what}.',
  'receipt.visitor.accepted': 'Am {at} hat ein Besucher ohne Konto akzeptiert: {what}.',
  'receipt.visitor.rejected': 'Am {at} hat ein Besucher ohne Konto abgelehnt: {what}.',
  'receipt.erased.accepted':
    'Am {at} hat eine Person, deren Identität seither aus diesem Verzeichnis gelöscht wurde, akzeptiert: {what}.',
  'receipt.erased.rejected':
    'Am {at} hat eine Person, deren Identität seither aus diesem Verzeichnis gelöscht wurde, abgelehnt: {what}.',
  'receipt.except': 'Nicht akzeptiert: {vendors}.',
  'receipt.save': 'Diesen Beleg speichern',
  'receipt.print': 'Drucken',
  'receipt.check': 'Diesen Beleg prüfen',
  'receipt.check.hint':
    'Um ihn zu prüfen, speichern Sie ihn zuerst und wählen Sie die Datei dann auf der Seite aus, die sich öffnet.',
  'receipt.facts': 'Die Angaben im Einzelnen',
  'receipt.technical': 'Technische Einzelheiten',
  'receipt.entry_id': 'ID des Eintrags',
  'ledger.receipt.pending':
    'Diese Entscheidung ist gespeichert, aber noch nicht versiegelt. Der Beleg ist gleich vollständig.',
  'ledger.receipt.version': 'Version des Textes',
  'ledger.receipt.text_hash': 'Fingerabdruck des Textes (SHA-256)',
  'ledger.receipt.locale': 'Sprache der Seite',
  'ledger.receipt.user_agent': 'Browser',
  'ledger.receipt.network': 'Netzwerk',
  'ledger.receipt.position': 'Nummer des Eintrags',
  'ledger.receipt.leaf': 'Fingerabdruck des Eintrags',
  'ledger.receipt.adopted': 'Übernommen aus Eintrag',
  'ledger.receipt.vendors': 'Angebotene Anbieter',
  'ledger.receipt.vendors.refused': 'Abgelehnte Anbieter',
  'ledger.receipt.vendors.none': 'Keine',
  'ledger.receipt.gpc': 'Global Privacy Control',
  'ledger.receipt.gpc.honoured': 'Abgelehnt, wie das Signal des Browsers es verlangt',
  'ledger.receipt.gpc.overridden': 'Akzeptiert trotz des Signals des Browsers',
  'ledger.receipt.shown': 'Was angezeigt wurde',
  'ledger.receipt.banner': 'Angezeigtes Banner',
  'ledger.receipt.banner.served': 'Wie es ausgeliefert wurde',
  'ledger.receipt.banner.today': 'Die Vorschau zeigt dieses Aussehen mit den heutigen Zwecken und Anbietern.',
  'ledger.receipt.unknown': 'Unbekannt',
  'ledger.kind.suspicion': 'Markierung eines Eintrags unbekannter Herkunft',
  'ledger.kind.takeover': 'Fortführung eines früheren Registers',
  'ledger.kind.publication': 'Text veröffentlicht: {policy}',
  'ledger.kind.administration': 'Eintrag im Audit-Protokoll',
  'ledger.how.sealer': 'Versiegelung',
  'ledger.state.suspect': 'Markiert',
  'ledger.keys': 'Für die unabhängige Prüfung',
  'ledger.keys.text':
    'Mit diesen öffentlichen Schlüsseln kann jeder einen Beleg oder Prüfpunkt prüfen, ohne dieser Website vertrauen zu müssen. Veröffentlichen Sie sie an einem Ort, den niemand zusammen mit der Datenbank ändern kann, etwa in einem Brief oder auf einer anderen Website.',
  'ledger.keys.stored':
    'Der Signaturschlüssel ist in der Datenbank gespeichert: Wer die Datenbank ändern kann, könnte auch Signaturen fälschen. Lassen Sie den Schlüssel bei der Entwicklung anderswo ablegen (ledgerKey).',
  'ledger.checkpoint': 'Neuester Prüfpunkt: eine signierte Zusammenfassung aller Einträge',
  'ledger.verify': 'Register prüfen',
  'ledger.verify.title': 'Prüfung des Registers',
  'ledger.verify.lead':
    'Vergleicht jeden Eintrag mit den Signaturen von damals, und die heutigen Entscheidungen, Texte und das Audit-Protokoll mit den Einträgen.',
  'ledger.verify.ok':
    'Das Register ist unversehrt: Seit der Signatur wurde nichts geändert, entfernt oder hinzugefügt.',
  'ledger.verify.found':
    'Gefundene Abweichungen: {count}. Speichern Sie diese Seite, und zeigen Sie sie der Entwicklung, bevor etwas repariert wird: Sie sagt, was geändert wurde.',
  'ledger.verify.what': 'Befund',
  'ledger.verify.code': 'Code',
  'ledger.verify.events': 'Geprüfte Einträge',
  'ledger.verify.pending': 'Noch nicht versiegelt',
  'ledger.verify.erased': 'Einträge von Personen, deren Identität gelöscht wurde',
  'ledger.verify.keys': 'Signaturen',
  'ledger.verify.keys.given': 'Geprüft mit einem Schlüssel außerhalb der Datenbank',
  'ledger.verify.keys.stored':
    'Geprüft mit dem Schlüssel in der Datenbank; das schließt eine Fälschung durch jemanden, der die Datenbank ändern kann, nicht aus',
  'ledger.verify.keys.none': 'Nicht geprüft: Es gibt noch keine Signatur',
  'ledger.verify.large':
    'Dieses Register ist zu groß, um hier geprüft zu werden: mehr als {count} Einträge. Lassen Sie bei der Entwicklung „policy-engine ledger verify“ ausführen.',
  'ledger.verify.receipt': 'Einzelnen Beleg prüfen',
  'ledger.receipt.suspect':
    'Die Website konnte die Herkunft dieses Eintrags nicht bestätigen, als er versiegelt wurde. Der Eintrag ist markiert und nicht gültig, bis die Administration ihn geprüft hat.',
  'ledger.receipt.proves': 'Was dieser Beleg nachweist',
  'ledger.receipt.proves.entry':
    'Dies ist Eintrag Nummer {position} des Registers {origin}, und die Website hat einen Prüfpunkt signiert, der ihn enthält (Einträge: {size}). Würde auch nur ein Zeichen geändert, schlüge der Nachweis fehl.',
  'ledger.receipt.proves.not':
    'Was er nicht nachweist: wer das Gerät benutzt hat; dass die Uhr der Website richtig ging; dass allen dasselbe Register gezeigt wird. Um den letzten Punkt zu prüfen, vergleichen Sie den Prüfpunkt mit einem, den jemand anderes festgehalten hat.',
  'ledger.receipt.proves.alone': 'Kein Zeuge hat den Prüfpunkt gegengezeichnet.',
  'ledger.receipt.later.none':
    'Stand des Prüfpunkts (Einträge: {size}): Es gibt keine spätere Entscheidung dieser Person über diese Richtlinie. Die Website hat diese Aussage signiert; kryptografisch nachweisen lässt sie sich nicht.',
  'ledger.receipt.later.exists':
    'Stand des Prüfpunkts (Einträge: {size}): Es gibt eine spätere Entscheidung dieser Person über diese Richtlinie. Dieser Beleg zeigt nicht ihre aktuelle Entscheidung.',
  'ledger.receipt.later.unknown':
    'Der Beleg sagt nicht, ob es eine spätere Entscheidung gibt, weil die Person gelöscht wurde oder der Eintrag keine Entscheidung ist.',
  'ledger.receipt.text': 'Text, über den entschieden wurde',
  'ledger.receipt.text_missing': 'Der Text ist nicht mehr in seiner veröffentlichten Form verfügbar.',
  'ledger.receipt.checkpoint': 'Prüfpunkt',
  'mail.ledger_digest.subject': 'Prüfpunkt {size} des Registers',
  'mail.ledger_digest.text':
    'Bewahren Sie diese E-Mail auf. Die folgenden Zeilen sind signiert und umfassen jede bisherige Entscheidung. Wenn jemand die Datenbank umschreibt, passt sie nicht mehr zu ihnen.',
  'mail.ledger_digest.how':
    'Um das Register zu prüfen, speichern Sie diese E-Mail als Datei und führen Sie aus: policy-engine ledger verify --checkpoint FILE',
  'mail.ledger_digest.rewritten':
    'Wurde die Datenbank umgeschrieben oder gekürzt, gibt die Prüfung „noted_checkpoint_contradicted“ aus und schlägt fehl. Eine geringere Zahl von Einträgen als in einer früheren E-Mail bedeutet dasselbe.',
  'mail.ledger_digest.events': 'Umfasste Einträge',
  'mail.ledger_digest.action': 'Register öffnen',
  'check.no_ledger_key.advice':
    'Setzen Sie ledgerKey auf einen Ed25519-Schlüssel, der außerhalb der Datenbank gespeichert ist.',
  'check.no_ledger_key':
    'Der Schlüssel, mit dem das Register signiert wird, ist in der Datenbank gespeichert. Wer in die Datenbank schreiben kann, kann daher das Register umschreiben.',
  'check.no_ledger_key.name': 'Schlüssel des Registers außerhalb der Datenbank',
  'check.ledger_broken': 'Das Register kann nicht versiegelt werden: {subject}.',
  'check.ledger_broken.name': 'Unversehrtheit des Registers',
  'check.ledger_broken.advice':
    'Führen Sie „policy-engine ledger verify“ aus und stellen Sie wieder her, was geändert wurde.',
  'check.ledger_misnamed': 'Das Register kann nicht versiegelt werden. {subject}',
  'check.ledger_misnamed.name': 'Name des Registers',
  'check.ledger_misnamed.advice': 'Entfernen Sie ledger.origin, oder setzen Sie es auf den Namen des Registers.',
  'check.ledger_unsealed': 'Entscheidungen warten seit {subject} Min. auf ihre Versiegelung.',
  'check.ledger_unsealed.name': 'Entscheidungen werden rechtzeitig versiegelt',
  'check.ledger_unsealed.advice':
    'Stellen Sie sicher, dass ein Prozess engine.start() aufruft, und suchen Sie in seinem Log nach „sealing the ledger failed“.',
  'audit.action.ledger_erased': 'Person aus dem Register gelöscht',
  'audit.action.ledger_suspected': 'Register: Eintrag unbekannter Herkunft markiert',
  'audit.action.ledger_judged': 'Register: markierter Eintrag geprüft',
  'audit.action.ledger_differs': 'Register: Abweichung vom Register festgestellt',
  'audit.action.ledger_repaired': 'Register: aktuelle Entscheidung aus dem Register wiederhergestellt',
  'audit.action.ledger_restored': 'Register: nach einer Wiederherstellung unter neuem Namen fortgeführt',
  'jobs.name.ledger_digest': 'Tägliche E-Mail zum Register',
  'error.title.not_suspected': 'Dieser Eintrag kann nicht geprüft werden',
  'error.not_suspected': 'Dieser Eintrag wurde nicht markiert und kann daher nicht geprüft werden.',
  'notice.ledger_judged': 'Prüfung gespeichert.',
  'ledger.kind.judgement': 'Prüfung eines markierten Eintrags',
  'ledger.suspected.title': 'Markierte Einträge',
  'ledger.suspected.lead':
    'Die Website konnte die Herkunft dieser Einträge nicht bestätigen, als sie versiegelt wurden. Ein Eintrag ist nicht gültig, bis er geprüft wurde.',
  'ledger.suspected.how':
    'Fragen Sie die Person, oder lassen Sie die Anfrage bei der Entwicklung im Log des Servers suchen. Erklären Sie einen Eintrag für ungültig, wenn sich seine Herkunft nicht aufklären lässt; seine Entscheidung wird dann aufgehoben, und die Person wird erneut gefragt.',
  'ledger.suspected.none': 'Keine markierten Einträge',
  'ledger.suspected.none_text':
    'Einträge, die vor der Versiegelung geändert oder nicht von der Website geschrieben wurden, sind nach ihrer Versiegelung hier aufgeführt.',
  'ledger.suspected.reason': 'Grund',
  'ledger.suspected.reason.changed': 'Der Eintrag wurde vor seiner Versiegelung geändert.',
  'ledger.suspected.reason.identity_changed':
    'Die Person oder die Umstände der Entscheidung wurden vor der Versiegelung geändert.',
  'ledger.suspected.reason.identity_missing': 'Die Identität der Person wurde vor der Versiegelung entfernt.',
  'ledger.suspected.reason.not_appended_here':
    'Der Eintrag wurde nicht von einem Server dieser Website mit dem aktuellen Schlüssel geschrieben.',
  'ledger.suspected.reason.not_erased_here':
    'Seine Identität wurde gelöscht, aber nicht von einem Server dieser Website mit dem aktuellen Schlüssel.',
  'ledger.suspected.judgement': 'Prüfung',
  'ledger.suspected.suspected': 'Ausstehend',
  'ledger.suspected.counts': 'Gültig',
  'ledger.suspected.void': 'Ungültig',
  'ledger.suspected.counts.verb': 'Für gültig erklären',
  'ledger.suspected.void.verb': 'Für ungültig erklären',
  'ledger.suspected.waiting': 'Einträge unbekannter Herkunft warten auf Ihre Prüfung. Bis dahin sind sie nicht gültig.',
  'ledger.suspected.open': 'Einträge prüfen',
  'jobs.name.ledger_replay': 'Täglicher Vergleich der aktuellen Entscheidungen mit dem Register',
  'check.ledger_differs':
    'Aktuelle Entscheidungen, die vom Register abweichen, und Einträge, deren Identität fehlt: {subject}.',
  'check.ledger_differs.name': 'Aktuelle Entscheidungen stimmen mit dem Register überein, und keine Identität fehlt',
  'check.ledger_differs.advice':
    'Führen Sie „policy-engine ledger verify“ aus, um sie aufzulisten, finden Sie heraus, wer sie geändert oder entfernt hat, und führen Sie dann „policy-engine ledger repair“ aus. Das berichtigt Entscheidungen, kann aber keine Identität wiederherstellen.',
  'check.ledger_suspected': 'Markierte Einträge im Register, die auf Prüfung warten: {subject}.',
  'check.ledger_suspected.name': 'Markierte Einträge im Register',
  'check.ledger_suspected.advice': 'Öffnen Sie die Seite „Markierte Einträge“ des Registers und prüfen Sie sie.',
  'error.ledger_restored':
    'Die Daten dieser Website wurden aus einer Sicherungskopie wiederhergestellt und werden geprüft. Bitte versuchen Sie es später erneut.',
  'ledger.witnesses': 'Zeugen',
  'ledger.witnesses.text':
    'Zeugen sind unabhängig von dieser Website und bestätigen den Stand des Registers mit ihrer eigenen Signatur. Werden Einträge später geändert oder entfernt, passt das Register nicht mehr zu dem, was sie signiert haben. Erforderlich: {quorum} von {count}.',
  'ledger.witnesses.newest': 'Einträge im neuesten Stand, den genügend Zeugen bestätigt haben: {size}.',
  'ledger.witnesses.none': 'Noch kein Stand des Registers wurde von genügend Zeugen bestätigt.',
  'ledger.witness': 'Zeuge',
  'ledger.witness.size': 'Einträge',
  'ledger.witness.at': 'Zuletzt bestätigt',
  'ledger.witness.never': 'Nie',
  'ledger.witness.state': 'Status',
  'ledger.witness.fresh': 'Aktuell',
  'ledger.witness.late': 'Überfällig',
  'ledger.receipt.proves.witnessed':
    'Von dieser Website unabhängige Zeugen haben den Prüfpunkt gegengezeichnet. Wer ihre Schlüssel hat, kann dies prüfen. Sie sind unten aufgeführt.',
  'ledger.receipt.witnesses': 'Gegengezeichnet von',
  'mail.ledger_digest.cosigned': 'Neuester gegengezeichneter Prüfpunkt',
  'mail.ledger_digest.uncosigned': 'Noch keiner',
  'check.ledger_restored':
    'Das Register wurde aus einer Sicherungskopie wiederhergestellt: {subject}. Neue Einträge werden nicht versiegelt.',
  'check.ledger_restored.name': 'Register nach einer Wiederherstellung',
  'check.ledger_restored.advice':
    'Stellen Sie die neueste Sicherungskopie wieder her. Ist dies bereits die neueste, wiederholen Sie die seither erfolgten Löschungen und führen Sie „policy-engine ledger restore“ aus.',
  'check.restores_unseen':
    'Eine wiederhergestellte Sicherungskopie der Datenbank würde nicht erkannt: Entscheidungen, Widerrufe und Löschungen seit der Sicherung gingen unbemerkt verloren.',
  'check.restores_unseen.name': 'Erkennung wiederhergestellter Sicherungskopien',
  'check.restores_unseen.advice':
    'Setzen Sie ledger.mark auf eine Datei oder einen Speicher, der nicht mit der Datenbank wiederhergestellt wird, oder konfigurieren Sie Zeugen in ledger.witnesses.',
  'check.ledger_mark_failed': 'ledger.mark kann nicht gelesen oder geschrieben werden: {subject}.',
  'check.ledger_mark_failed.name': 'Merkzeichen des Registers (ledger.mark)',
  'check.ledger_mark_failed.advice':
    'Stellen Sie sicher, dass ledger.mark ein Ort ist, den nichts anderes nutzt und an dem die Engine schreiben darf.',
  'check.ledger_uncosigned': 'Ein Zeuge hat das Register in letzter Zeit nicht gegengezeichnet: {subject}.',
  'check.ledger_uncosigned.name': 'Gegenzeichnungen der Zeugen',
  'check.ledger_uncosigned.advice':
    'Führen Sie „policy-engine ledger cosign“ aus, um seine Antwort zu sehen, und wenden Sie sich an seinen Betreiber.',
  'check.ledger_no_quorum': 'Zu wenige Zeugen haben das Register in letzter Zeit gegengezeichnet: {subject}.',
  'check.ledger_no_quorum.name': 'Anzahl der Zeugen',
  'check.ledger_no_quorum.advice':
    'Bis wieder genügend Zeugen gegenzeichnen, verweisen Belege auf ältere oder nicht gegengezeichnete Prüfpunkte.',
  'jobs.name.ledger_cosign': 'Gegenzeichnung durch Zeugen',
  'check.ledger_clocks':
    'Die Uhr eines Servers ist am letzten Tag um {subject} Sek. von der Uhr der Datenbank abgewichen.',
  'check.ledger_clocks.name': 'Uhren der Server',
  'check.ledger_clocks.advice':
    'Synchronisieren Sie die Uhren der Server mit NTP. Die Reihenfolge der Entscheidungen stimmt, die angezeigten Zeiten aber nicht.',
};
