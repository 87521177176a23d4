import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const nl: TextsLike<typeof en> = {
  'appearance.title': 'Uiterlijk van de banner',
  'appearance.lead':
    'Kleuren, positie en bewoording van de toestemmingsbanner. Elke versie wordt bewaard, en bij elke beslissing wordt de getoonde versie vastgelegd.',
  'appearance.layout': 'Vorm',
  'appearance.layout.bar': 'Balk onderaan',
  'appearance.layout.corner': 'Vak in een hoek onderaan',
  'appearance.layout.dialog': 'Dialoogvenster in het midden',
  'appearance.side': 'Positie',
  'appearance.side_hint': 'Op smalle schermen neemt het vak de hele breedte in.',
  'appearance.side.start': 'Links (rechts in talen die van rechts naar links worden geschreven)',
  'appearance.side.end': 'Rechts (links in talen die van rechts naar links worden geschreven)',
  'appearance.corners': 'Hoeken',
  'appearance.corners_hint': 'Van de knoppen. De balk zelf houdt rechte hoeken.',
  'appearance.corners.square': 'Recht',
  'appearance.corners.slight': 'Licht afgerond',
  'appearance.corners.round': 'Rond',
  'appearance.own_colours': 'Eigen kleuren gebruiken',
  'appearance.own_colours_hint': 'Anders gebruikt de banner de kleuren van de pagina, licht of donker.',
  'appearance.colour.background': 'Achtergrond',
  'appearance.colour.text': 'Tekst',
  'appearance.colour.button': 'Knoppen',
  'appearance.colour.accent': 'Links en schakelaars',
  'appearance.contrast':
    'Het contrast is {ratio} : 1. Het moet minstens {least} : 1 zijn om de tekst leesbaar te maken.',
  'appearance.words': 'Bewoording: {language}',
  'appearance.words_hint': 'Lege velden gebruiken de gebruikelijke bewoording.',
  'appearance.word.title': 'Titel',
  'appearance.word.lead': 'Tekst',
  'appearance.word.accept': 'Knop om te accepteren',
  'appearance.word.reject': 'Knop om te weigeren',
  'appearance.lead_hint': '{purposes} wordt vervangen door de lijst met doelen.',
  'appearance.one_answer': 'Vul beide knoppen in of geen van beide.',
  'appearance.same_answer': 'De twee knoppen moeten verschillende opschriften hebben.',
  'appearance.save': 'Publiceren',
  'appearance.preview': 'Voorbeeld',
  'appearance.window': '{width} px breed',
  'appearance.sample': 'Een pagina van uw site',
  'appearance.sample_text':
    'De inhoud waarvoor uw bezoekers zijn gekomen. De banner mag die niet verbergen, en de knoppen ervan moeten gemakkelijk te vinden zijn.',
  'appearance.none': 'Er is nog geen versie gepubliceerd: de banner ziet eruit zoals geconfigureerd.',
  'appearance.versions': 'Versies',
  'appearance.versions_text': 'De nieuwste versie is van kracht. Versies kunnen niet worden gewijzigd.',
  'appearance.version': 'Versie',
  'appearance.version_text': 'Dit uiterlijk, met de doelen en leveranciers van vandaag.',
  'appearance.since': 'Van kracht sinds',
  'appearance.served.title': 'Banner zoals die is verzonden',
  'appearance.served.lead':
    'De vraag met de teksten en de stylesheet van de engine, zoals de site ze heeft verzonden. De beslissing bevat de SHA-256 van deze vastlegging.',
  'appearance.served.not':
    'Niet vastgelegd: de pagina rond de banner met eigen stylesheets, en instellingen van de browser, zoals zoom of donkere modus. Schakelaars zijn te zien zoals vóór elke beslissing.',
  'appearance.served.first': 'Voor het eerst verzonden',
  'appearance.served.last': 'Voor het laatst verzonden',
  'appearance.served.language': 'Taal',
  'appearance.served.layer.1': 'Eerste laag',
  'appearance.served.layer.2': 'Afzonderlijke doeleinden',
  'appearance.served.document': 'Vastlegging downloaden (JSON)',
  'appearance.served.missing':
    'Hier is geen ongewijzigde vastlegging van deze banner opgeslagen. Dit is de banner van nu.',
  'appearance.changed':
    'Er is een andere versie gepubliceerd nadat u deze pagina hebt geopend, dus er is niets gepubliceerd. Uw wijzigingen staan hieronder. Als u opnieuw publiceert, wordt die versie vervangen.',
  'notice.appearance_saved': 'Gepubliceerd. De banner ziet er nu zo uit.',
  'error.appearance_changed':
    'Sindsdien is een andere versie van het uiterlijk gepubliceerd, dus er is niets gepubliceerd.',
  'audit.action.appearance_saved': 'Uiterlijk van de banner gepubliceerd',
};
