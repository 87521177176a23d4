import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  'appearance.title': 'Aussehen des Banners',
  'appearance.lead':
    'Farben, Position und Wortlaut des Einwilligungsbanners. Jede Version bleibt erhalten, und zu jeder Entscheidung wird die gezeigte Version festgehalten.',
  'appearance.layout': 'Layout',
  'appearance.layout.bar': 'Leiste am unteren Rand',
  'appearance.layout.corner': 'Feld in einer unteren Ecke',
  'appearance.layout.dialog': 'Dialog in der Mitte',
  'appearance.side': 'Position',
  'appearance.side_hint': 'Auf schmalen Bildschirmen nimmt das Feld die ganze Breite ein.',
  'appearance.side.start': 'Links (rechts in Sprachen, die von rechts nach links geschrieben werden)',
  'appearance.side.end': 'Rechts (links in Sprachen, die von rechts nach links geschrieben werden)',
  'appearance.corners': 'Ecken',
  'appearance.corners_hint': 'Der Schaltflächen. Die Leiste selbst bleibt eckig.',
  'appearance.corners.square': 'Eckig',
  'appearance.corners.slight': 'Leicht abgerundet',
  'appearance.corners.round': 'Rund',
  'appearance.own_colours': 'Eigene Farben verwenden',
  'appearance.own_colours_hint': 'Sonst verwendet das Banner die Farben der Seite, hell oder dunkel.',
  'appearance.colour.background': 'Hintergrund',
  'appearance.colour.text': 'Text',
  'appearance.colour.button': 'Schaltflächen',
  'appearance.colour.accent': 'Links und Schalter',
  'appearance.contrast':
    'Der Kontrast beträgt {ratio} : 1. Damit der Text lesbar ist, muss er mindestens {least} : 1 betragen.',
  'appearance.words': 'Wortlaut: {language}',
  'appearance.words_hint': 'Leere Felder verwenden den üblichen Wortlaut.',
  'appearance.word.title': 'Titel',
  'appearance.word.lead': 'Text',
  'appearance.word.accept': 'Schaltfläche zum Akzeptieren',
  'appearance.word.reject': 'Schaltfläche zum Ablehnen',
  'appearance.lead_hint': '{purposes} wird durch die Liste der Zwecke ersetzt.',
  'appearance.one_answer': 'Füllen Sie beide Schaltflächen aus oder keine.',
  'appearance.same_answer': 'Die beiden Schaltflächen müssen verschieden beschriftet sein.',
  'appearance.save': 'Veröffentlichen',
  'appearance.preview': 'Vorschau',
  'appearance.window': '{width} px breit',
  'appearance.sample': 'Eine Seite Ihrer Website',
  'appearance.sample_text':
    'Der Inhalt, den Ihre Besucher lesen möchten. Das Banner darf ihn nicht verdecken, und seine Schaltflächen müssen leicht zu finden sein.',
  'appearance.none': 'Es wurde noch keine Version veröffentlicht: Das Banner sieht aus wie konfiguriert.',
  'appearance.versions': 'Versionen',
  'appearance.versions_text': 'Die neueste Version ist in Kraft. Versionen können nicht geändert werden.',
  'appearance.version': 'Version',
  'appearance.version_text': 'Dieses Aussehen, mit den Zwecken und Anbietern von heute.',
  'appearance.since': 'In Kraft seit',
  'appearance.served.title': 'Banner, wie es ausgeliefert wurde',
  'appearance.served.lead':
    'Die Frage mit ihren Texten und das Stylesheet der Engine, wie die Website sie gesendet hat. Die Entscheidung enthält den SHA-256 dieser Aufzeichnung.',
  'appearance.served.not':
    'Nicht aufgezeichnet: die Seite um das Banner mit ihren eigenen Stylesheets und die Einstellungen des Browsers, etwa Zoom oder dunkle Darstellung. Schalter werden so gezeigt, wie sie vor einer Entscheidung sind.',
  'appearance.served.first': 'Zuerst ausgeliefert',
  'appearance.served.last': 'Zuletzt ausgeliefert',
  'appearance.served.language': 'Sprache',
  'appearance.served.layer.1': 'Erste Ebene',
  'appearance.served.layer.2': 'Einzelne Zwecke',
  'appearance.served.document': 'Aufzeichnung herunterladen (JSON)',
  'appearance.served.missing':
    'Hier ist keine unveränderte Aufzeichnung dieses Banners gespeichert. Dies ist das heutige Banner.',
  'appearance.changed':
    'Nachdem Sie diese Seite geöffnet haben, wurde eine andere Version veröffentlicht. Daher wurde nichts veröffentlicht. Ihre Änderungen stehen unten. Wenn Sie erneut veröffentlichen, wird jene Version ersetzt.',
  'notice.appearance_saved': 'Veröffentlicht. Das Banner sieht jetzt so aus.',
  'error.appearance_changed':
    'Seither wurde eine andere Version des Erscheinungsbilds veröffentlicht. Daher wurde nichts veröffentlicht.',
  'audit.action.appearance_saved': 'Aussehen des Banners veröffentlicht',
};
