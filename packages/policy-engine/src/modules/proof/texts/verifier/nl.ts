import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const nl: TextsLike<typeof en> = {
  'ledger.verifier.title': 'Een bewijsstuk controleren',
  'ledger.verifier.lead':
    'Deze pagina controleert een bewijsstuk in uw browser, zonder contact met de site die het heeft afgegeven. Niets van wat u invoert, wordt verzonden.',
  'ledger.verifier.noscript': 'Deze pagina heeft JavaScript nodig: de controle vindt plaats in uw browser.',
  'ledger.verifier.unable':
    'Deze browser kan hier geen handtekeningen controleren. Open deze pagina via HTTPS of als opgeslagen bestand, in een actuele versie van Chrome, Edge, Firefox of Safari.',
  'ledger.verifier.receipt': 'Bewijsstuk (JSON)',
  'ledger.verifier.receipt.hint': 'Kies het bestand, sleep het naar deze pagina of plak de inhoud ervan.',
  'ledger.verifier.file': 'Bestand kiezen',
  'ledger.verifier.keys': 'Sleutels van het bewijsregister',
  'ledger.verifier.keys.hint':
    'Eén sleutel per regel, zoals shop.example/ledger+0a1b2c3d+AbCd… Haal ze uit een andere bron dan het bewijsstuk: waar de site ze publiceert, of van iemand die ze heeft vastgelegd.',
  'ledger.verifier.noted': 'Vergelijken met een controlepunt dat elders is vastgelegd',
  'ledger.verifier.noted.checkpoint': 'Vastgelegd controlepunt',
  'ledger.verifier.noted.checkpoint.hint':
    'Uit een e-mail aan beheerders of van iemand die er een heeft vastgelegd. Neem de handtekeningregels mee.',
  'ledger.verifier.noted.consistency': 'Consistentiebewijs (JSON)',
  'ledger.verifier.noted.consistency.hint':
    'Alleen nodig als de twee controlepunten verschillend van grootte zijn. De controle vertelt u welk bewijs u nodig hebt.',
  'ledger.verifier.check': 'Controleren',
  'ledger.verifier.save':
    'Sla deze pagina op om bewijsstukken offline te controleren, ook als de site niet meer bestaat.',
  'ledger.verifier.save.action': 'Pagina opslaan',
  'ledger.verifier.verdict.holds': 'Het bewijsstuk is geldig',
  'ledger.verifier.verdict.holds.text':
    'Het bewijsregister waarvan u de sleutels hebt ingevoerd, bevat deze vermelding zoals hieronder getoond. De vermelding is niet gewijzigd sinds de verzegeling.',
  'ledger.verifier.verdict.marked': 'Het bewijsstuk is geldig, maar de vermelding is gemarkeerd',
  'ledger.verifier.verdict.marked.text':
    'Alle stappen zijn geslaagd, maar ze bewijzen alleen dat de vermelding met een markering is verzegeld, omdat de site de herkomst ervan niet kon bevestigen.',
  'ledger.verifier.verdict.pending': 'Het bewijsstuk is in afwachting en bewijst nog niets',
  'ledger.verifier.verdict.pending.text':
    'De vermelding is niet verzegeld: geen handtekening omvat die, dus iedereen kan de inhoud hieronder hebben geschreven. Download het bewijsstuk over een minuut opnieuw.',
  'ledger.verifier.verdict.refused': 'Het bewijsstuk is niet geldig',
  'ledger.verifier.verdict.refused.text':
    'Een stap is mislukt, dus de inhoud van het bewijsstuk is niet bewezen en wordt niet getoond. Zorg ervoor dat het bestand volledig is en dat de sleutels bij dit bewijsregister horen.',
  'ledger.verifier.unchecked': 'Niet gecontroleerd',
  'ledger.verifier.unchecked.receipt': 'Voer eerst een bewijsstuk in.',
  'ledger.verifier.unchecked.keys':
    'Voer minstens één sleutel van het bewijsregister in: zonder sleutel kan niets worden bewezen.',
  'ledger.verifier.unchecked.key': 'Deze regel is geen sleutel van een bewijsregister: {line}',
  'ledger.verifier.unchecked.large': 'Dit bestand is te groot om een bewijsstuk te zijn.',
  'ledger.verifier.unchecked.unreadable': 'Dit bestand is geen geldige UTF-8-tekst.',
  'ledger.verifier.steps': 'Stappen van de controle',
  'ledger.verifier.says': 'Inhoud van het bewijsstuk',
  'ledger.verifier.kind': 'Type vermelding',
  'ledger.verifier.number': 'Nummer onder de beslissingen van deze persoon',
  'ledger.verifier.visitor': 'Bezoeker',
  'ledger.verifier.state.holds': 'Geslaagd',
  'ledger.verifier.state.fails': 'Mislukt',
  'ledger.verifier.state.open': 'Niet gecontroleerd',
  'ledger.verifier.state.warns': 'Opmerking',
  'ledger.verifier.step.form.holds':
    'Het bewijsstuk heeft een bekende vorm; er is niets toegevoegd, weggelaten of dubbel.',
  'ledger.verifier.step.form.fails':
    'Het bewijsstuk heeft geen bekende vorm, of er is iets toegevoegd, weggelaten of dubbel: {part}',
  'ledger.verifier.step.openings.holds':
    'De persoon en de omstandigheden komen overeen met de commitments in de vermelding.',
  'ledger.verifier.step.openings.fails': 'Dit komt niet overeen met de commitments in de vermelding: {part}',
  'ledger.verifier.step.witnesses.holds':
    '{name} heeft het controlepunt medeondertekend: deze getuige heeft het gezien op {time} en heeft geen tegenstrijdig bewijsregister gezien.',
  'ledger.verifier.step.witnesses.open':
    'Volgens het bewijsstuk hebben getuigen het controlepunt medeondertekend. Dit is niet gecontroleerd: voer hun sleutels in samen met die van het bewijsregister.',
  'ledger.verifier.step.witnesses.fails':
    'De medeondertekeningen die het bewijsstuk vermeldt, komen niet overeen met het controlepunt ervan: {part}',
  'ledger.verifier.step.erasure.holds':
    'De site heeft ondertekend dat de persoon is gewist: de identiteit kan niet meer worden getoond.',
  'ledger.verifier.step.erasure.fails':
    'Nergens is met een sleutel die u hebt ingevoerd ondertekend dat de persoon is gewist, of het bewijsstuk noemt de persoon nog: {part}',
  'ledger.verifier.step.text.holds': 'De tekst is precies die waarnaar de beslissing verwijst.',
  'ledger.verifier.step.text.fails': 'De tekst is niet die waarnaar de beslissing verwijst.',
  'ledger.verifier.step.text.open': 'Het bewijsstuk bevat geen tekst.',
  'ledger.verifier.step.checkpoint.holds':
    'Het controlepunt van {origin} (vermeldingen: {size}) is ondertekend met een sleutel die u hebt ingevoerd.',
  'ledger.verifier.step.checkpoint.fails':
    'Het controlepunt is niet ondertekend met een sleutel die u hebt ingevoerd, of het is gewijzigd: {part}',
  'ledger.verifier.step.checkpoint.open': 'Geen ondertekend controlepunt omvat de vermelding.',
  'ledger.verifier.step.place.holds':
    'De vermelding heeft, geteld vanaf 0, nummer {index}. Aantal vermeldingen: {size}.',
  'ledger.verifier.step.place.fails':
    'De vermelding is niet opgenomen in het controlepunt: de vermelding of het controlepunt is gewijzigd.',
  'ledger.verifier.step.mark.warns':
    'De vermelding is gemarkeerd toen die werd verzegeld ({reason}) en is niet geldig totdat een beheerder die heeft beoordeeld.',
  'ledger.verifier.step.mark.fails': 'De markering van de vermelding is niet geldig: {part}',
  'ledger.verifier.step.later.holds':
    'De site heeft ondertekend dat de eerste vermeldingen (aantal: {size}) geen latere beslissing van deze persoon over deze verklaring bevatten.',
  'ledger.verifier.step.later.warns':
    'De site heeft ondertekend dat de eerste vermeldingen (aantal: {size}) een latere beslissing van deze persoon over deze verklaring bevatten: dit bewijsstuk toont niet de huidige beslissing.',
  'ledger.verifier.step.later.open': 'Het bewijsstuk vermeldt niet of er een latere beslissing is.',
  'ledger.verifier.step.later.fails':
    'Wat het bewijsstuk over latere beslissingen vermeldt, is niet ondertekend met een sleutel die u hebt ingevoerd: {part}',
  'ledger.verifier.step.noted.holds':
    'Het vastgelegde controlepunt (vermeldingen: {size}) hoort bij hetzelfde bewijsregister.',
  'ledger.verifier.step.noted.open':
    'Er is geen vastgelegd controlepunt ingevoerd, dus het is niet gecontroleerd of iedereen hetzelfde bewijsregister ziet.',
  'ledger.verifier.step.noted.fails':
    'Het bewijsstuk hoort niet bij het bewijsregister van het vastgelegde controlepunt, of het consistentiebewijs is niet het juiste. Als het bewijs het juiste is, houdt de site twee bewijsregisters bij: bewaar beide als bewijs. {part}',
  'ledger.verifier.step.consistency.open':
    'Het vastgelegde controlepunt en dat van het bewijsstuk zijn verschillend van grootte (vermeldingen: {noted} en {size}). Voer als consistentiebewijs het antwoord van de site op /ledger/consistency.json?from={from}&to={to} in.',
};
