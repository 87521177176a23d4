import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const nl: TextsLike<typeof en> = {
  'nav.privacy': 'Uw privacy',
  'centre.title': 'Uw privacy',
  'centre.lead':
    'Uw beslissingen, wat nog openstaat en uw rechten met betrekking tot uw gegevens. U kunt hier op elk moment van gedachten veranderen.',
  'centre.lead_visitor':
    'U beslist wat er in deze browser wordt uitgevoerd. U kunt hier op elk moment van gedachten veranderen.',
  'choice.own.locale':
    'Slaat de taal op die u in het privacycentrum hebt gekozen. Wordt alleen geplaatst als u er een kiest.',
  'centre.contents': 'Op deze pagina',
  'centre.languages': 'Taal van deze pagina',
  'centre.open': 'zonder beslissing: {count}',
  'centre.asked': 'Wacht op uw beslissing',
  'centre.asked.browser': 'In deze browser:',
  'centre.decided': 'Uw beslissingen',
  'centre.decided.none': 'U hebt nog over geen enkele verklaring beslist.',
  'centre.unpublished': 'Nog niet gepubliceerd:',
  'centre.browser': 'In deze browser',
  'centre.notices': 'Informatie voor u',
  'centre.notice_changed': 'Gewijzigd',
  'centre.sign_in': 'Log in om de beslissingen van uw account te zien en uw gegevens op te vragen.',
  'centre.record': 'Volledige geschiedenis met bewijsstukken',
  'centre.text_page': 'Volledige tekst openen',
  'centre.history': 'Geschiedenis: {count}',
  'centre.changes.accepted':
    'U hebt versie {from} geaccepteerd. Versie {to} is nu van kracht, dus we vragen het u opnieuw.',
  'centre.changes.rejected':
    'U hebt versie {from} geweigerd. Versie {to} is nu van kracht, dus we vragen het u opnieuw.',
  'centre.changes.show': 'Tonen wat er is gewijzigd',
  'centre.changes.unknown':
    'De eerdere tekst is niet beschikbaar in deze taal, dus de wijzigingen kunnen niet worden getoond.',
  'centre.refuse': 'Als u weigert',
  'centre.withdraw': 'Als u uw toestemming intrekt',
  'centre.refuse.blocking': 'U kunt hier niet doorgaan totdat u accepteert.',
  'centre.refuse.update': 'U kunt geen wijzigingen in uw account opslaan totdat u accepteert.',
  'centre.refuse.scripts': 'Hier wordt niet uitgevoerd: {scripts}.',
  'centre.refuse.cookies': 'Uw browser krijgt opdracht de bijbehorende cookies te verwijderen.',
  'centre.refuse.free': 'U kunt ook zonder doorgaan: dit is uw vrije keuze.',
  'centre.refuse.past': 'Dit geldt vanaf nu, niet voor het verleden.',
  'centre.did.accepted': 'U hebt ‘{policy}’ geaccepteerd.',
  'centre.did.rejected': 'U hebt ‘{policy}’ geweigerd.',
  'centre.did.revoked': 'Uw eerdere acceptatie geldt niet meer.',
  'centre.did.withdrawn': 'U hebt uw toestemming voor ‘{policy}’ ingetrokken. Ze geldt vanaf nu niet meer.',
  'centre.did.run': 'Hier mag nu worden uitgevoerd: {scripts}.',
  'centre.did.stopped': 'Hier wordt niet meer uitgevoerd zodra u de volgende pagina opent: {scripts}.',
  'centre.did.cookies': 'Uw browser heeft opdracht gekregen de bijbehorende cookies te verwijderen.',
  'choice.unknown_vendor': '‘{vendor}’ is geen aanbieder van deze toestemming.',
  'choice.vendors': 'Aanbieders afzonderlijk kiezen',
  'choice.vendors.save': 'Keuzes opslaan',
  'choice.vendors.hint':
    'Aangevinkte aanbieders worden geaccepteerd, de andere geweigerd. Is er geen aangevinkt, dan wordt het hele doel geweigerd.',
  'choice.vendor_new': 'Toegevoegd na uw beslissing',
  'choice.without': 'Geaccepteerd zonder: {vendors}',
  'centre.did.without': 'Hier wordt niet uitgevoerd, omdat u het niet hebt geaccepteerd: {scripts}.',
  'notice.accepted_all': 'U hebt in deze browser alles geaccepteerd waarvoor uw toestemming nodig is.',
  'notice.rejected_all':
    'U hebt in deze browser alles geweigerd waarvoor uw toestemming nodig is. Het wordt niet meer uitgevoerd zodra u de volgende pagina opent.',
};
