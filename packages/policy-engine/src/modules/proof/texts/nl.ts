import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const nl: TextsLike<typeof en> = {
  'nav.ledger': 'Bewijsregister',
  'ledger.title': 'Bewijsregister',
  'ledger.lead':
    'Het bewijsregister is het ondertekende bewijs van elke beslissing: als een vermelding later wordt gewijzigd, verwijderd of toegevoegd, brengt de verificatie dat aan het licht.',
  'ledger.mine.title': 'Uw beslissingen',
  'ledger.mine.lead': 'Alle beslissingen die u hier hebt genomen, elk met een bewijsstuk.',
  'ledger.mine.empty': 'Nog geen beslissingen',
  'ledger.empty': 'Nog geen vermeldingen',
  'ledger.empty_text': 'Elke beslissing staat hier zodra die is genomen.',
  'ledger.none': 'Geen vermeldingen gevonden',
  'ledger.none_text': 'Geen vermeldingen voldoen aan deze filters.',
  'ledger.all': 'Alle',
  'ledger.kind': 'Type',
  'ledger.group.decisions': 'Beslissingen',
  'ledger.group.flags': 'Markeringen en beoordelingen',
  'ledger.group.publications': 'Publicaties',
  'ledger.group.administration': 'Auditlog',
  'ledger.group.takeovers': 'Voortzettingen na een herstel',
  'ledger.group.all': 'Alle',
  'ledger.policy': 'Verklaring',
  'ledger.decision': 'Beslissing',
  'ledger.decision.accepted': 'Geaccepteerd',
  'ledger.decision.rejected': 'Geweigerd',
  'ledger.at': 'Tijd',
  'ledger.how': 'Bron',
  'ledger.how.panel': 'Privacycentrum',
  'ledger.how.banner': 'Banner of ingesloten formulier',
  'ledger.how.api': 'App of programma (API)',
  'ledger.how.sign-up': 'Accountformulier',
  'ledger.how.import': 'Import',
  'ledger.how.import-undated': 'Import, met de tekst van een latere datum',
  'ledger.how.gpc': 'Browsersignaal (GPC)',
  'ledger.how.host': 'De site zelf',
  'ledger.how.adopted': 'Van een browser naar een account gekopieerd',
  'ledger.subject': 'Persoon',
  'ledger.subject_id': 'ID van een persoon',
  'ledger.visitor': 'Bezoeker zonder account',
  'ledger.erased': 'Gewist',
  'ledger.state': 'Bewijs',
  'ledger.state.sealed': 'Verzegeld',
  'ledger.state.pending': 'In afwachting',
  'ledger.receipt': 'Bewijsstuk',
  'ledger.receipt.title': 'Bewijsstuk van de beslissing',
  'ledger.receipt.lead':
    'Bewaar dit bewijsstuk. Het vermeldt wat er is beslist, over welke tekst en wanneer, en kan zonder deze site worden gecontroleerd.',
  'receipt.what': '{policy}, versie {version}, in het {language}',
  'receipt.what.version': '{policy}, versie {version}',
  'receipt.you.accepted': 'Op {at} hebt u geaccepteerd: {what}.',
  'receipt.you.rejected': 'Op {at} hebt u geweigerd: {what}.',
  'receipt.you.adopted.accepted': 'Op {at} is in uw account overgenomen wat u in een browser had geaccepteerd: {what}.',
  'receipt.you.adopted.rejected': 'Op {at} is in uw account overgenomen wat u in een browser had geweigerd: {what}.',
  'receipt.person.accepted': 'Op {at} heeft {person} geaccepteerd: {what}.',
  'receipt.person.rejected': 'Op {at} heeft {person} geweigerd: {what}.',
  'receipt.person.adopted.accepted':
    'Op {at} is in het account van {person} overgenomen wat in een browser was geaccepteerd: {what}.',
  'receipt.person.adopted.rejected':
    'Op {at} is in het account van {person} overgenomen wat in een browser was geweigerd: {what}.',
  'receipt.visitor.accepted': 'Op {at} heeft een bezoeker zonder account geaccepteerd: {what}.',
  'receipt.visitor.rejected': 'Op {at} heeft een bezoeker zonder account geweigerd: {what}.',
  'receipt.erased.accepted':
    'Op {at} heeft een persoon van wie de identiteit inmiddels uit dit register is gewist, geaccepteerd: {what}.',
  'receipt.erased.rejected':
    'Op {at} heeft een persoon van wie de identiteit inmiddels uit dit register is gewist, geweigerd: {what}.',
  'receipt.except': 'Niet geaccepteerd: {vendors}.',
  'receipt.save': 'Dit bewijsstuk opslaan',
  'receipt.print': 'Afdrukken',
  'receipt.check': 'Dit bewijsstuk controleren',
  'receipt.check.hint':
    'Sla het eerst op om het te controleren en kies daarna het bestand op de pagina die wordt geopend.',
  'receipt.facts': 'De feiten',
  'receipt.technical': 'Technische gegevens',
  'receipt.entry_id': 'ID van de vermelding',
  'ledger.receipt.pending':
    'Deze beslissing is opgeslagen, maar nog niet verzegeld. Het bewijsstuk is zo meteen volledig.',
  'ledger.receipt.version': 'Versie van de tekst',
  'ledger.receipt.text_hash': 'Vingerafdruk van de tekst (SHA-256)',
  'ledger.receipt.locale': 'Taal van de pagina',
  'ledger.receipt.user_agent': 'Browser',
  'ledger.receipt.network': 'Netwerk',
  'ledger.receipt.position': 'Nummer van de vermelding',
  'ledger.receipt.leaf': 'Vingerafdruk van de vermelding',
  'ledger.receipt.adopted': 'Gekopieerd van vermelding',
  'ledger.receipt.vendors': 'Aangeboden aanbieders',
  'ledger.receipt.vendors.refused': 'Geweigerde aanbieders',
  'ledger.receipt.vendors.none': 'Geen',
  'ledger.receipt.gpc': 'Global Privacy Control',
  'ledger.receipt.gpc.honoured': 'Geweigerd zoals het signaal van de browser vraagt',
  'ledger.receipt.gpc.overridden': 'Geaccepteerd ondanks het signaal van de browser',
  'ledger.receipt.shown': 'Wat er werd getoond',
  'ledger.receipt.banner': 'Getoonde banner',
  'ledger.receipt.banner.served': 'Zoals die is verzonden',
  'ledger.receipt.banner.today': 'Het voorbeeld toont dit uiterlijk met de doeleinden en aanbieders van nu.',
  'ledger.receipt.unknown': 'Onbekend',
  'ledger.kind.suspicion': 'Markering van een vermelding van onbekende herkomst',
  'ledger.kind.takeover': 'Voortzetting van een eerder bewijsregister',
  'ledger.kind.publication': 'Tekst gepubliceerd: {policy}',
  'ledger.kind.administration': 'Vermelding in de auditlog',
  'ledger.how.sealer': 'Verzegeling',
  'ledger.state.suspect': 'Gemarkeerd',
  'ledger.keys': 'Voor onafhankelijke verificatie',
  'ledger.keys.text':
    'Met deze openbare sleutels kan iedereen een bewijsstuk of controlepunt verifiëren zonder deze site te hoeven vertrouwen. Publiceer ze op een plaats die niemand samen met de database kan wijzigen, zoals in een brief of op een andere website.',
  'ledger.keys.stored':
    'De ondertekeningssleutel is in de database opgeslagen: wie de database kan wijzigen, zou ook handtekeningen kunnen vervalsen. Vraag een ontwikkelaar de sleutel elders op te slaan (ledgerKey).',
  'ledger.checkpoint': 'Nieuwste controlepunt: een ondertekende samenvatting van alle vermeldingen',
  'ledger.verify': 'Bewijsregister verifiëren',
  'ledger.verify.title': 'Verificatie van het bewijsregister',
  'ledger.verify.lead':
    'Vergelijkt elke vermelding met de handtekeningen van toen, en de huidige beslissingen, teksten en de auditlog met de vermeldingen.',
  'ledger.verify.ok':
    'Het bewijsregister is ongeschonden: sinds de ondertekening is niets gewijzigd, verwijderd of toegevoegd.',
  'ledger.verify.found':
    'Gevonden afwijkingen: {count}. Sla deze pagina op en toon ze aan een ontwikkelaar voordat er iets wordt hersteld: ze zegt wat er is gewijzigd.',
  'ledger.verify.what': 'Wat er is gevonden',
  'ledger.verify.code': 'Code',
  'ledger.verify.events': 'Geverifieerde vermeldingen',
  'ledger.verify.pending': 'Nog niet verzegeld',
  'ledger.verify.erased': 'Vermeldingen van personen van wie de identiteit is gewist',
  'ledger.verify.keys': 'Handtekeningen',
  'ledger.verify.keys.given': 'Geverifieerd met een sleutel buiten de database',
  'ledger.verify.keys.stored':
    'Geverifieerd met de sleutel in de database; dit sluit vervalsing door iemand die de database kan wijzigen niet uit',
  'ledger.verify.keys.none': 'Niet geverifieerd: er is nog geen handtekening',
  'ledger.verify.large':
    'Dit bewijsregister is te groot om in het paneel te verifiëren: meer dan {count} vermeldingen. Vraag een ontwikkelaar ‘policy-engine ledger verify’ uit te voeren.',
  'ledger.verify.receipt': 'Eén bewijsstuk verifiëren',
  'ledger.receipt.suspect':
    'De site kon de herkomst van deze vermelding niet bevestigen toen die werd verzegeld. De vermelding is gemarkeerd en niet geldig totdat een beheerder die heeft beoordeeld.',
  'ledger.receipt.proves': 'Wat dit bewijsstuk bewijst',
  'ledger.receipt.proves.entry':
    'Dit is vermelding nummer {position} van het bewijsregister {origin}, en de site heeft een controlepunt ondertekend dat deze bevat (vermeldingen: {size}). Als er ook maar één teken werd gewijzigd, zou het bewijs mislukken.',
  'ledger.receipt.proves.not':
    'Wat het niet bewijst: wie het apparaat gebruikte; dat de klok van de site goed liep; dat iedereen hetzelfde bewijsregister te zien krijgt. Om dat laatste te controleren, vergelijkt u het controlepunt met een controlepunt dat iemand anders heeft vastgelegd.',
  'ledger.receipt.proves.alone': 'Geen getuige heeft het controlepunt medeondertekend.',
  'ledger.receipt.later.none':
    'Volgens het controlepunt (vermeldingen: {size}) is er geen latere beslissing van deze persoon over deze verklaring. De site heeft dit ondertekend; cryptografisch is het niet te bewijzen.',
  'ledger.receipt.later.exists':
    'Volgens het controlepunt (vermeldingen: {size}) is er een latere beslissing van deze persoon over deze verklaring. Dit bewijsstuk toont niet de huidige beslissing.',
  'ledger.receipt.later.unknown':
    'Het bewijsstuk vermeldt niet of er een latere beslissing is, omdat de persoon is gewist of de vermelding geen beslissing is.',
  'ledger.receipt.text': 'Tekst waarover is beslist',
  'ledger.receipt.text_missing': 'De tekst is niet meer beschikbaar in de gepubliceerde vorm.',
  'ledger.receipt.checkpoint': 'Controlepunt',
  'mail.ledger_digest.subject': 'Controlepunt {size} van het bewijsregister',
  'mail.ledger_digest.text':
    'Bewaar deze e-mail. De regels hieronder zijn ondertekend en omvatten elke beslissing tot nu toe. Als iemand de database herschrijft, komt die er niet meer mee overeen.',
  'mail.ledger_digest.how':
    'Sla deze e-mail op als bestand om het bewijsregister te controleren, en voer uit: policy-engine ledger verify --checkpoint FILE',
  'mail.ledger_digest.rewritten':
    'Als de database is herschreven of ingekort, toont de controle ‘noted_checkpoint_contradicted’ en mislukt die. Een lager aantal vermeldingen dan in een eerdere e-mail betekent hetzelfde.',
  'mail.ledger_digest.events': 'Omvatte vermeldingen',
  'mail.ledger_digest.action': 'Bewijsregister openen',
  'check.no_ledger_key.advice': 'Stel ledgerKey in op een Ed25519-sleutel die buiten de database is opgeslagen.',
  'check.no_ledger_key':
    'De sleutel die het bewijsregister ondertekent, is in de database opgeslagen. Wie naar de database kan schrijven, kan dus het bewijsregister herschrijven.',
  'check.no_ledger_key.name': 'Sleutel van het bewijsregister buiten de database',
  'check.ledger_broken': 'Het bewijsregister kan niet worden verzegeld: {subject}.',
  'check.ledger_broken.name': 'Integriteit van het bewijsregister',
  'check.ledger_broken.advice': 'Voer ‘policy-engine ledger verify’ uit en herstel wat er is gewijzigd.',
  'check.ledger_misnamed': 'Het bewijsregister kan niet worden verzegeld. {subject}',
  'check.ledger_misnamed.name': 'Naam van het bewijsregister',
  'check.ledger_misnamed.advice': 'Verwijder ledger.origin, of stel het in op de naam van het bewijsregister.',
  'check.ledger_unsealed': 'Beslissingen wachten al {subject} min. op verzegeling.',
  'check.ledger_unsealed.name': 'Beslissingen worden op tijd verzegeld',
  'check.ledger_unsealed.advice':
    'Zorg ervoor dat een proces engine.start() aanroept, en zoek in de log ervan naar ‘sealing the ledger failed’.',
  'audit.action.ledger_erased': 'Persoon uit het bewijsregister gewist',
  'audit.action.ledger_suspected': 'Bewijsregister: vermelding van onbekende herkomst gemarkeerd',
  'audit.action.ledger_judged': 'Bewijsregister: gemarkeerde vermelding beoordeeld',
  'audit.action.ledger_differs': 'Bewijsregister: afwijking van het bewijsregister gevonden',
  'audit.action.ledger_repaired': 'Bewijsregister: huidige beslissing hersteld uit het bewijsregister',
  'audit.action.ledger_restored': 'Bewijsregister: voortgezet onder een nieuwe naam na een herstel',
  'jobs.name.ledger_digest': 'Dagelijkse e-mail over het bewijsregister',
  'error.title.not_suspected': 'Deze vermelding kan niet worden beoordeeld',
  'error.not_suspected': 'Deze vermelding is niet gemarkeerd en kan dus niet worden beoordeeld.',
  'notice.ledger_judged': 'Beoordeling opgeslagen.',
  'ledger.kind.judgement': 'Beoordeling van een gemarkeerde vermelding',
  'ledger.suspected.title': 'Gemarkeerde vermeldingen',
  'ledger.suspected.lead':
    'De site kon de herkomst van deze vermeldingen niet bevestigen toen ze werden verzegeld. Een vermelding is niet geldig totdat die is beoordeeld.',
  'ledger.suspected.how':
    'Vraag het de persoon, of laat een ontwikkelaar de aanvraag in de log van de server opzoeken. Verklaar een vermelding ongeldig als de herkomst niet kan worden opgehelderd; de beslissing wordt dan ingetrokken, en de persoon wordt opnieuw gevraagd.',
  'ledger.suspected.none': 'Geen gemarkeerde vermeldingen',
  'ledger.suspected.none_text':
    'Vermeldingen die vóór de verzegeling zijn gewijzigd of niet door de site zijn geschreven, staan hier nadat ze zijn verzegeld.',
  'ledger.suspected.reason': 'Reden',
  'ledger.suspected.reason.changed': 'De vermelding is gewijzigd voordat die werd verzegeld.',
  'ledger.suspected.reason.identity_changed':
    'De persoon of de omstandigheden van de beslissing zijn gewijzigd voordat die werd verzegeld.',
  'ledger.suspected.reason.identity_missing': 'De identiteit van de persoon is verwijderd vóór de verzegeling.',
  'ledger.suspected.reason.not_appended_here':
    'De vermelding is niet geschreven door een server van deze site met de huidige sleutel.',
  'ledger.suspected.reason.not_erased_here':
    'De identiteit ervan is gewist, maar niet door een server van deze site met de huidige sleutel.',
  'ledger.suspected.judgement': 'Beoordeling',
  'ledger.suspected.suspected': 'In afwachting',
  'ledger.suspected.counts': 'Geldig',
  'ledger.suspected.void': 'Ongeldig',
  'ledger.suspected.counts.verb': 'Geldig verklaren',
  'ledger.suspected.void.verb': 'Ongeldig verklaren',
  'ledger.suspected.waiting':
    'Vermeldingen van onbekende herkomst wachten op uw beoordeling. Tot dan zijn ze niet geldig.',
  'ledger.suspected.open': 'Vermeldingen beoordelen',
  'jobs.name.ledger_replay': 'Dagelijkse vergelijking van huidige beslissingen met het bewijsregister',
  'check.ledger_differs':
    'Huidige beslissingen die afwijken van het bewijsregister, en vermeldingen waarvan de identiteit ontbreekt: {subject}.',
  'check.ledger_differs.name':
    'Huidige beslissingen komen overeen met het bewijsregister, en er ontbreekt geen identiteit',
  'check.ledger_differs.advice':
    'Voer ‘policy-engine ledger verify’ uit om ze te tonen, zoek uit wie ze heeft gewijzigd of verwijderd en voer daarna ‘policy-engine ledger repair’ uit. Dat corrigeert beslissingen, maar kan geen identiteit herstellen.',
  'check.ledger_suspected': 'Gemarkeerde vermeldingen in het bewijsregister die op beoordeling wachten: {subject}.',
  'check.ledger_suspected.name': 'Gemarkeerde vermeldingen in het bewijsregister',
  'check.ledger_suspected.advice': 'Open de pagina ‘Gemarkeerde vermeldingen’ van het bewijsregister en beoordeel ze.',
  'error.ledger_restored':
    'De gegevens van deze site zijn hersteld uit een back-up en worden gecontroleerd. Probeer het later opnieuw.',
  'ledger.witnesses': 'Getuigen',
  'ledger.witnesses.text':
    'Getuigen zijn onafhankelijk van deze site en bevestigen de stand van het bewijsregister met hun eigen handtekening. Als er later vermeldingen worden gewijzigd of verwijderd, komt het niet meer overeen met wat ze hebben ondertekend. Vereist: {quorum} van {count}.',
  'ledger.witnesses.newest': 'Vermeldingen in de nieuwste stand die genoeg getuigen hebben bevestigd: {size}.',
  'ledger.witnesses.none': 'Nog geen stand van het bewijsregister is door genoeg getuigen bevestigd.',
  'ledger.witness': 'Getuige',
  'ledger.witness.size': 'Vermeldingen',
  'ledger.witness.at': 'Laatst bevestigd',
  'ledger.witness.never': 'Nooit',
  'ledger.witness.state': 'Status',
  'ledger.witness.fresh': 'Actueel',
  'ledger.witness.late': 'Te laat',
  'ledger.receipt.proves.witnessed':
    'Getuigen die onafhankelijk zijn van deze site, hebben het controlepunt medeondertekend. Wie hun sleutels heeft, kan dit controleren. Ze staan hieronder.',
  'ledger.receipt.witnesses': 'Medeondertekend door',
  'mail.ledger_digest.cosigned': 'Nieuwste medeondertekende controlepunt',
  'mail.ledger_digest.uncosigned': 'Nog geen',
  'check.ledger_restored':
    'Het bewijsregister is hersteld uit een back-up: {subject}. Nieuwe vermeldingen worden niet verzegeld.',
  'check.ledger_restored.name': 'Bewijsregister na een herstelde back-up',
  'check.ledger_restored.advice':
    'Herstel de nieuwste back-up. Als dit de nieuwste is, herhaal dan de wissingen die sindsdien zijn uitgevoerd en voer ‘policy-engine ledger restore’ uit.',
  'check.restores_unseen':
    'Een herstelde back-up van de database zou niet worden opgemerkt: beslissingen, intrekkingen en wissingen sinds de back-up zouden ongemerkt verloren gaan.',
  'check.restores_unseen.name': 'Opmerken van herstelde back-ups',
  'check.restores_unseen.advice':
    'Stel ledger.mark in op een bestand of opslag die niet met de database wordt hersteld, of configureer getuigen in ledger.witnesses.',
  'check.ledger_mark_failed': 'ledger.mark kan niet worden gelezen of geschreven: {subject}.',
  'check.ledger_mark_failed.name': 'Merkteken van het bewijsregister (ledger.mark)',
  'check.ledger_mark_failed.advice':
    'Zorg ervoor dat ledger.mark een locatie is die door niets anders wordt gebruikt en waarnaar de engine mag schrijven.',
  'check.ledger_uncosigned': 'Een getuige heeft het bewijsregister de laatste tijd niet medeondertekend: {subject}.',
  'check.ledger_uncosigned.name': 'Handtekeningen van de getuigen',
  'check.ledger_uncosigned.advice':
    'Voer ‘policy-engine ledger cosign’ uit om het antwoord van de getuige te zien, en neem contact op met de exploitant ervan.',
  'check.ledger_no_quorum': 'Te weinig getuigen hebben het bewijsregister de laatste tijd medeondertekend: {subject}.',
  'check.ledger_no_quorum.name': 'Aantal getuigen',
  'check.ledger_no_quorum.advice':
    'Totdat weer genoeg getuigen medeondertekenen, verwijzen bewijsstukken naar oudere of niet-medeondertekende controlepunten.',
  'jobs.name.ledger_cosign': 'Medeondertekening door getuigen',
  'check.ledger_clocks':
    'De klok van een server is de afgelopen dag {subject} sec. afgeweken van de klok van de database.',
  'check.ledger_clocks.name': 'Klokken van de servers',
  'check.ledger_clocks.advice':
    'Synchroniseer de klokken van de servers met NTP. De volgorde van de beslissingen klopt, maar de getoonde tijden niet.',
};
