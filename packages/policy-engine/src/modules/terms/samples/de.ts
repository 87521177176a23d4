/** Sample texts in German. */
import type { SampleTexts } from './sample.ts';

export const de: SampleTexts = {
  mark: 'MUSTER: Vor der Veröffentlichung anwaltlich prüfen und anpassen lassen. Entfernen Sie danach diesen Absatz.',
  cookie: `# Cookies

[Unternehmen] verwendet auf dieser Website Cookies. Cookies sind kleine Dateien, die Ihr Browser für uns aufbewahrt.

## Was wir verwenden

| Cookie | Zweck | Speicherdauer |
| --- | --- | --- |
| [Name] | Hält Sie angemeldet und Ihren Warenkorb zusammen | bis Sie den Browser schließen |
| [Name] | Merkt sich Ihre Entscheidung über Cookies | 12 Monate |
| [Name] | Zählt Besuche, damit wir die Website verbessern können | [Dauer] |

## Was Ihre Einwilligung benötigt

Cookies, ohne die die Website nicht funktioniert, werden ohne Nachfrage gesetzt. Alle anderen werden erst gesetzt,
wenn Sie einwilligen. Eine Ablehnung hat für Sie keine Nachteile.

## Wenn Sie Ihre Meinung ändern

Sie können Ihre Entscheidung jederzeit in den Datenschutzeinstellungen dieser Website ändern oder widerrufen. Was
davor geschah, bleibt rechtmäßig.

## Wer Daten erhält

[Führen Sie jedes Unternehmen auf, das hier Cookies setzt oder liest, mit seinem Land und einem Link zu seiner eigenen
Datenschutzerklärung.]

## Fragen

Schreiben Sie an [E-Mail-Adresse].`,
  privacy: `# Datenschutzerklärung

## Wer verantwortlich ist

[Unternehmen, Anschrift, E-Mail-Adresse]. Datenschutzbeauftragte Person: [Name, E-Mail-Adresse].

## Was wir verarbeiten, warum und auf welcher Rechtsgrundlage

| Daten | Zweck | Rechtsgrundlage (DSGVO) |
| --- | --- | --- |
| Name, Anschrift, Bestellung | Lieferung Ihrer Bestellung | Vertrag, Art. 6 Abs. 1 Buchst. b |
| Rechnungen | Buchführung | rechtliche Verpflichtung, Art. 6 Abs. 1 Buchst. c |
| E-Mail-Adresse | Newsletter | Einwilligung, Art. 6 Abs. 1 Buchst. a |
| [Daten] | [Zweck] | [Rechtsgrundlage] |

## Wer Ihre Daten erhält

[Auftragsverarbeiter und andere Empfänger oder Kategorien von Empfängern; bei Ländern außerhalb der Europäischen Union
die Garantien.]

## Wie lange wir sie aufbewahren

[Für jede Art von Daten die Dauer oder wie sie bestimmt wird.]

## Ihre Rechte

Sie können Auskunft über Ihre Daten, ihre Berichtigung, ihre Löschung, die Einschränkung ihrer Verarbeitung und eine
Kopie in einem gängigen Format verlangen. Sie können einer Verarbeitung widersprechen, die auf unseren
berechtigten Interessen beruht. Sie können eine Einwilligung jederzeit widerrufen; was davor geschah, bleibt rechtmäßig.

Sie können sich bei einer Aufsichtsbehörde beschweren, zum Beispiel bei [Behörde].

## Was Sie bereitstellen müssen

[Welche Daten ein Vertrag oder ein Gesetz erfordert und was folgt, wenn Sie sie nicht angeben.]

## Automatisierte Entscheidungen

[Ob es welche gibt und wie sie funktionieren; andernfalls: Wir treffen keine automatisierten Entscheidungen über Sie.]`,
  age: `# Altersbestätigung

## Wer diesen Dienst nutzen darf

Sie müssen mindestens [16] Jahre alt sein, um [Dienst] zu nutzen. [Jüngere benötigen die Einwilligung eines
Elternteils oder Vormunds.]

## Was Sie bestätigen

Mit dem Akzeptieren bestätigen Sie, dass Sie dieses Alter erreicht haben.

## Was wir damit tun

Wir speichern, dass und wann Sie bestätigt haben, damit wir es nachweisen können. Wir fragen nicht nach Ihrem
Geburtsdatum. [Andernfalls: was geprüft wird und wie lange es aufbewahrt wird.]

## Wenn Sie jünger sind

Bitte legen Sie kein Konto an. Wenn Sie bereits eines haben, schreiben Sie an [E-Mail-Adresse], und wir löschen es.`,
};
