import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  'ledger.verifier.title': 'Einen Beleg prüfen',
  'ledger.verifier.lead':
    'Diese Seite prüft einen Beleg in Ihrem Browser, ohne die Website zu kontaktieren, die ihn ausgestellt hat. Nichts, was Sie eingeben, wird gesendet.',
  'ledger.verifier.noscript': 'Diese Seite benötigt JavaScript: Die Prüfung läuft in Ihrem Browser.',
  'ledger.verifier.unable':
    'Dieser Browser kann hier keine Signaturen prüfen. Öffnen Sie diese Seite über HTTPS oder als gespeicherte Datei in einer aktuellen Version von Chrome, Edge, Firefox oder Safari.',
  'ledger.verifier.receipt': 'Beleg (JSON)',
  'ledger.verifier.receipt.hint':
    'Wählen Sie die Datei aus, ziehen Sie sie auf diese Seite oder fügen Sie ihren Inhalt ein.',
  'ledger.verifier.file': 'Datei auswählen',
  'ledger.verifier.keys': 'Schlüssel des Registers',
  'ledger.verifier.keys.hint':
    'Ein Schlüssel pro Zeile, etwa shop.example/ledger+0a1b2c3d+AbCd… Beziehen Sie sie aus einer anderen Quelle als dem Beleg: dort, wo die Website sie veröffentlicht, oder von jemandem, der sie festgehalten hat.',
  'ledger.verifier.noted': 'Mit einem anderswo festgehaltenen Prüfpunkt vergleichen',
  'ledger.verifier.noted.checkpoint': 'Festgehaltener Prüfpunkt',
  'ledger.verifier.noted.checkpoint.hint':
    'Aus einer E-Mail an die Administration oder von jemandem, der einen festgehalten hat. Fügen Sie auch die Signaturzeilen ein.',
  'ledger.verifier.noted.consistency': 'Konsistenznachweis (JSON)',
  'ledger.verifier.noted.consistency.hint':
    'Nur nötig, wenn die beiden Prüfpunkte verschieden groß sind. Die Prüfung nennt Ihnen den Nachweis, den Sie benötigen.',
  'ledger.verifier.check': 'Prüfen',
  'ledger.verifier.save':
    'Speichern Sie diese Seite, um Belege offline zu prüfen, auch wenn es die Website nicht mehr gibt.',
  'ledger.verifier.save.action': 'Seite speichern',
  'ledger.verifier.verdict.holds': 'Der Beleg ist gültig',
  'ledger.verifier.verdict.holds.text':
    'Das Register, dessen Schlüssel Sie eingegeben haben, enthält diesen Eintrag, wie er unten steht. Er wurde seit seiner Versiegelung nicht geändert.',
  'ledger.verifier.verdict.marked': 'Der Beleg ist gültig, aber der Eintrag ist markiert',
  'ledger.verifier.verdict.marked.text':
    'Alle Schritte wurden bestanden, aber sie weisen nur nach, dass der Eintrag mit einer Markierung versiegelt wurde, weil die Website seine Herkunft nicht bestätigen konnte.',
  'ledger.verifier.verdict.pending': 'Der Beleg ist ausstehend und weist noch nichts nach',
  'ledger.verifier.verdict.pending.text':
    'Der Eintrag ist nicht versiegelt: Keine Signatur umfasst ihn, daher könnte jeder den Inhalt unten geschrieben haben. Laden Sie den Beleg in einer Minute noch einmal herunter.',
  'ledger.verifier.verdict.refused': 'Der Beleg ist nicht gültig',
  'ledger.verifier.verdict.refused.text':
    'Ein Schritt wurde nicht bestanden. Daher ist der Inhalt des Belegs nicht nachgewiesen und wird nicht angezeigt. Stellen Sie sicher, dass die Datei vollständig ist und die Schlüssel zu diesem Register gehören.',
  'ledger.verifier.unchecked': 'Nicht geprüft',
  'ledger.verifier.unchecked.receipt': 'Geben Sie zuerst einen Beleg ein.',
  'ledger.verifier.unchecked.keys':
    'Geben Sie mindestens einen Schlüssel des Registers ein: Ohne Schlüssel lässt sich nichts nachweisen.',
  'ledger.verifier.unchecked.key': 'Diese Zeile ist kein Schlüssel eines Registers: {line}',
  'ledger.verifier.unchecked.large': 'Diese Datei ist zu groß, um ein Beleg zu sein.',
  'ledger.verifier.unchecked.unreadable': 'Diese Datei ist kein gültiger UTF-8-Text.',
  'ledger.verifier.steps': 'Schritte der Prüfung',
  'ledger.verifier.says': 'Inhalt des Belegs',
  'ledger.verifier.kind': 'Typ des Eintrags',
  'ledger.verifier.number': 'Nummer unter den Entscheidungen dieser Person',
  'ledger.verifier.visitor': 'Besucher',
  'ledger.verifier.state.holds': 'Bestanden',
  'ledger.verifier.state.fails': 'Nicht bestanden',
  'ledger.verifier.state.open': 'Nicht geprüft',
  'ledger.verifier.state.warns': 'Hinweis',
  'ledger.verifier.step.form.holds':
    'Der Beleg hat ein bekanntes Format; nichts ist hinzugefügt, fehlt oder ist doppelt.',
  'ledger.verifier.step.form.fails':
    'Der Beleg hat kein bekanntes Format, oder etwas ist hinzugefügt, fehlt oder ist doppelt: {part}',
  'ledger.verifier.step.openings.holds': 'Die Person und die Umstände stimmen mit den Commitments im Eintrag überein.',
  'ledger.verifier.step.openings.fails': 'Dies stimmt nicht mit den Commitments im Eintrag überein: {part}',
  'ledger.verifier.step.witnesses.holds':
    '{name} hat den Prüfpunkt gegengezeichnet: Dieser Zeuge hat ihn am {time} gesehen und kein widersprechendes Register gesehen.',
  'ledger.verifier.step.witnesses.open':
    'Laut Beleg haben Zeugen den Prüfpunkt gegengezeichnet. Dies wurde nicht geprüft: Geben Sie ihre Schlüssel zusammen mit denen des Registers ein.',
  'ledger.verifier.step.witnesses.fails':
    'Die im Beleg angegebenen Gegenzeichnungen passen nicht zu seinem Prüfpunkt: {part}',
  'ledger.verifier.step.erasure.holds':
    'Die Website hat signiert, dass die Person gelöscht wurde: Die Identität kann nicht mehr gezeigt werden.',
  'ledger.verifier.step.erasure.fails':
    'Keine Aussage, dass die Person gelöscht wurde, ist mit einem von Ihnen eingegebenen Schlüssel signiert, oder der Beleg nennt die Person noch: {part}',
  'ledger.verifier.step.text.holds': 'Der Text ist genau der, auf den sich die Entscheidung bezieht.',
  'ledger.verifier.step.text.fails': 'Der Text ist nicht der, auf den sich die Entscheidung bezieht.',
  'ledger.verifier.step.text.open': 'Der Beleg enthält keinen Text.',
  'ledger.verifier.step.checkpoint.holds':
    'Der Prüfpunkt von {origin} (Einträge: {size}) ist mit einem von Ihnen eingegebenen Schlüssel signiert.',
  'ledger.verifier.step.checkpoint.fails':
    'Der Prüfpunkt ist nicht mit einem von Ihnen eingegebenen Schlüssel signiert, oder er wurde geändert: {part}',
  'ledger.verifier.step.checkpoint.open': 'Kein signierter Prüfpunkt umfasst den Eintrag.',
  'ledger.verifier.step.place.holds': 'Der Eintrag hat, gezählt ab 0, die Nummer {index}. Zahl der Einträge: {size}.',
  'ledger.verifier.step.place.fails':
    'Der Eintrag ist nicht im Prüfpunkt enthalten: Der Eintrag oder der Prüfpunkt wurde geändert.',
  'ledger.verifier.step.mark.warns':
    'Der Eintrag wurde bei seiner Versiegelung markiert ({reason}) und ist nicht gültig, bis die Administration ihn geprüft hat.',
  'ledger.verifier.step.mark.fails': 'Die Markierung des Eintrags ist nicht gültig: {part}',
  'ledger.verifier.step.later.holds':
    'Die Website hat signiert, dass unter den ersten Einträgen (Anzahl: {size}) keine spätere Entscheidung dieser Person über diese Richtlinie ist.',
  'ledger.verifier.step.later.warns':
    'Die Website hat signiert, dass unter den ersten Einträgen (Anzahl: {size}) eine spätere Entscheidung dieser Person über diese Richtlinie ist: Dieser Beleg zeigt nicht ihre aktuelle Entscheidung.',
  'ledger.verifier.step.later.open': 'Der Beleg sagt nicht, ob es eine spätere Entscheidung gibt.',
  'ledger.verifier.step.later.fails':
    'Die Aussage über spätere Entscheidungen ist nicht mit einem von Ihnen eingegebenen Schlüssel signiert: {part}',
  'ledger.verifier.step.noted.holds': 'Der festgehaltene Prüfpunkt (Einträge: {size}) gehört zum selben Register.',
  'ledger.verifier.step.noted.open':
    'Es wurde kein festgehaltener Prüfpunkt eingegeben. Daher ist nicht geprüft, ob alle dasselbe Register sehen.',
  'ledger.verifier.step.noted.fails':
    'Der Beleg gehört nicht zum Register des festgehaltenen Prüfpunkts, oder der Konsistenznachweis ist nicht der richtige. Ist der Nachweis der richtige, führt die Website zwei Register: Bewahren Sie beide als Beweis auf. {part}',
  'ledger.verifier.step.consistency.open':
    'Der festgehaltene Prüfpunkt und der des Belegs sind verschieden groß (Einträge: {noted} und {size}). Geben Sie als Konsistenznachweis die Antwort der Website unter /ledger/consistency.json?from={from}&to={to} ein.',
};
