import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const nl: TextsLike<typeof en> = {
  'requests.mine.title': 'Mijn gegevens',
  'requests.mine.lead':
    'U kunt een kopie opvragen van alle gegevens die we over u opslaan. Dit is gratis, en u hoeft geen reden te geven.',
  'requests.ask.title': 'Hoe het werkt',
  'requests.ask.again': 'Nieuwe kopie opvragen',
  'requests.ask.step1': 'U vraagt uw gegevens met één klik op.',
  'requests.ask.step2': 'We beoordelen uw verzoek en stellen uw gegevens binnen een maand samen.',
  'requests.ask.step3':
    'U downloadt één bestand. Pak het uit en open ‘index.html’ om uw gegevens op uw eigen computer te lezen en te doorzoeken.',
  'requests.ask.verb': 'Mijn gegevens opvragen',
  'requests.mine.pending': 'We hebben uw verzoek ontvangen',
  'requests.mine.pending_text': 'We beoordelen het en stellen daarna uw gegevens samen. U hoeft niets te doen.',
  'requests.mine.told': 'We e-mailen u wanneer uw gegevens klaarstaan.',
  'requests.mine.untold': 'Kom terug naar deze pagina: uw gegevens komen hier beschikbaar.',
  'requests.mine.progress': 'We stellen uw gegevens samen',
  'requests.mine.progress_text': 'U kunt deze pagina verlaten.',
  'requests.mine.failed': 'We stellen uw gegevens samen',
  'requests.mine.failed_text': 'Er ging bij ons iets mis, en we lossen het op. U hoeft niets te doen.',
  'requests.mine.completed': 'Uw gegevens staan klaar',
  'requests.mine.completed_text':
    'Pak het bestand uit en open ‘index.html’. Bewaar het op een veilige plaats: het bevat al uw gegevens.',
  'requests.mine.denied': 'Uw verzoek is afgewezen',
  'requests.mine.denied_text':
    'De reden staat hieronder. U kunt een klacht indienen bij een toezichthoudende autoriteit of naar de rechter gaan.',
  'requests.mine.expired': 'Uw kopie is verlopen',
  'requests.mine.expired_text': 'U kunt op elk moment een nieuwe opvragen.',
  'requests.size': 'Grootte',
  'requests.expires': 'Beschikbaar tot',
  'requests.download': 'Mijn gegevens downloaden',
  'requests.withdraw': 'Verzoek intrekken',
  'requests.delete_copy': 'Deze kopie verwijderen',
  'requests.withdraw.title': 'Uw verzoek intrekken?',
  'requests.withdraw.text': 'We stoppen met de behandeling ervan. U kunt op elk moment een nieuw verzoek indienen.',
  'requests.delete_copy.title': 'Dit verzoek verwijderen?',
  'requests.delete_copy.text':
    'De kopie wordt verwijderd als die nog bestaat, en het verzoek verdwijnt van deze pagina. Uw gegevens zelf blijven ongewijzigd.',
  'requests.rights_text':
    'U hebt recht op een kopie van uw gegevens (art. 15 AVG) en het recht om de gegevens die u hebt verstrekt in een machineleesbare vorm te ontvangen (art. 20). We antwoorden binnen een maand na ontvangst van uw verzoek. Als het complex is, kunnen we deze termijn met twee maanden verlengen en laten we u binnen de eerste maand weten waarom (art. 12, lid 3). Als we uw verzoek afwijzen, laten we u weten waarom, en kunt u een klacht indienen bij een toezichthoudende autoriteit.',
  'requests.progress': 'Voortgang',
  'requests.progress.waiting': 'Begint binnenkort.',
  'requests.progress.worker':
    'Wacht op een achtergrondproces. Als dit niet verandert, draait er geen. Vraag uw ontwikkelaar er een te starten met engine.start() of policy-engine work.',
  'requests.mine.not_here':
    'Een kopie van uw gegevens is nog niet op deze pagina beschikbaar. U hebt er wel recht op: neem contact met ons op.',
  'requests.progress.rows': 'Tot nu toe: records {rows}, bestanden {files}, {size}',
  'requests.progress.of': 'Tot nu toe: records {rows} van ongeveer {expected}, bestanden {files}, {size}',
  'requests.state.progress': 'In uitvoering',
  'requests.state.expired': 'Verlopen',
  'requests.kind': 'Kopie van mijn gegevens',
  'requests.all.title': 'Inzageverzoeken',
  'requests.all.lead': 'Verzoeken om een kopie van persoonsgegevens. U moet elk verzoek binnen een maand beantwoorden.',
  'requests.all.none': 'Nog geen verzoeken',
  'requests.all.none_text': 'Verzoeken om een kopie van gegevens verschijnen hier.',
  'requests.filter.progress': 'In uitvoering',
  'requests.filter.expired': 'Verlopen',
  'requests.one.title': 'Inzageverzoek van {person}',
  'requests.delete': 'Verwijderen',
  'requests.error': 'De export is mislukt en wordt niet automatisch opnieuw geprobeerd. Fout:',
  'requests.error_retrying': 'De laatste poging is mislukt. Die wordt automatisch opnieuw geprobeerd. Fout:',
  'requests.confirm.verb': 'Bevestigen en kopie maken',
  'requests.confirm.title': 'Dit verzoek bevestigen?',
  'requests.confirm.text':
    'Er wordt een export van de gegevens van {person} gemaakt. Alleen de persoon zelf kan die downloaden.',
  'requests.deny.title': 'Dit verzoek afwijzen?',
  'requests.deny.text':
    '{person} ontvangt de reden en de mededeling dat een klacht kan worden ingediend bij een toezichthoudende autoriteit.',
  'requests.deny.hint':
    'Gebruik duidelijke taal, in de taal van de persoon. Voor een afwijzing is een wettelijke grond nodig: bijvoorbeeld dat u niet kunt vaststellen wie het verzoek heeft ingediend, of dat de verzoeken buitensporig zijn (art. 12, leden 4, 5 en 6, AVG).',
  'requests.extend.title': 'De termijn met twee maanden verlengen?',
  'requests.extend.text':
    '{person} ontvangt de reden en de nieuwe termijn. De termijn kan één keer worden verlengd, binnen de eerste maand.',
  'requests.extend.hint':
    'Gebruik duidelijke taal, in de taal van de persoon. De wet staat een verlenging toe bij complexe of talrijke verzoeken (art. 12, lid 3, AVG).',
  'requests.delete.title': 'Dit verzoek verwijderen?',
  'requests.delete.text':
    'Het verzoek van {person} wordt samen met de export ervan verwijderd. De persoon kan een nieuw verzoek indienen.',
  'notice.request_created': 'We hebben uw verzoek ontvangen.',
  'notice.request_deleted': 'Verwijderd.',
  'notice.request_confirmed': 'Bevestigd. De export is begonnen.',
  'notice.request_denied': 'Afgewezen. De persoon krijgt bericht waarom.',
  'notice.request_extended': 'Termijn verlengd. De persoon krijgt bericht waarom.',
  'notice.request_retried': 'De export wordt opnieuw geprobeerd.',
  'error.request_open': 'U hebt al een inzageverzoek in afwachting. U kunt nog geen nieuw verzoek indienen.',
  'error.export_impossible':
    'De export kan niet worden gemaakt: de optie ‘{option}’ is niet ingesteld. Vraag uw ontwikkelaar die in te stellen. Het verzoek blijft open.',
  'error.user_gone':
    'De gebruiker die dit verzoek heeft ingediend, bestaat niet meer, dus er kan geen kopie worden gemaakt. Wijs het verzoek af of verwijder het.',
  'error.request_not_failed': 'Alleen een mislukte export kan opnieuw worden geprobeerd.',
  'error.export_gone': 'Deze kopie is niet meer beschikbaar. Vraag een nieuwe op.',
  'audit.action.request_confirmed': 'Inzageverzoek bevestigd',
  'audit.action.request_denied': 'Inzageverzoek afgewezen',
  'audit.action.request_extended': 'Termijn verlengd',
  'audit.action.request_retried': 'Export opnieuw geprobeerd',
  'audit.action.request_deleted': 'Inzageverzoek verwijderd',
  'mail.reason.asked': 'u ontvangt deze e-mail omdat u een kopie van uw gegevens hebt opgevraagd.',
  'mail.portability_requested.subject': 'Nieuw verzoek om een kopie van gegevens',
  'mail.portability_requested.text':
    'Bevestig het verzoek of wijs het met een reden af, uiterlijk op {due}. De wet geeft één maand.',
  'mail.portability_requested.confirmed':
    'Het verzoek is automatisch bevestigd, en de export wordt gemaakt. U hoeft niets te doen.',
  'mail.portability_requested.action': 'Verzoek bekijken',
  'mail.portability_progress.subject': 'We stellen uw gegevens samen',
  'mail.portability_progress.text':
    'Uw verzoek is bevestigd. We e-mailen u wanneer uw gegevens klaarstaan om te downloaden. U hoeft niets te doen.',
  'mail.portability_progress.action': 'Voortgang bekijken',
  'mail.portability_completed.subject': 'Uw gegevens staan klaar',
  'mail.portability_completed.text':
    'Een kopie van uw gegevens staat klaar om te downloaden. Alleen u kunt die openen, nadat u bent ingelogd.',
  'mail.portability_completed.until': 'U kunt die tot {until} downloaden. Daarna wordt de kopie verwijderd.',
  'mail.portability_completed.action': 'Mijn gegevens downloaden',
  'mail.portability_denied.subject': 'Uw verzoek om een kopie van uw gegevens is afgewezen',
  'mail.portability_denied.text':
    'We hebben uw verzoek om een kopie van uw gegevens beoordeeld en kunnen het niet inwilligen. De reden:',
  'mail.portability_extended.subject': 'Uw verzoek om een kopie van uw gegevens duurt langer',
  'mail.portability_extended.text':
    'We hebben meer tijd nodig om de kopie van uw gegevens te maken. Die staat uiterlijk op {due} klaar. De reden:',
  'check.no_user_lookup':
    'Exports en e-mails kunnen de persoon voor wie ze bestemd zijn niet opzoeken, dus alle inzageverzoeken mislukken.',
  'check.no_user_lookup.advice': 'Stel userResource.find in.',
  'check.no_portability_rule':
    'Geen regel legt vast welke gegevens personen kunnen exporteren, dus niemand kan hier gegevens opvragen.',
  'check.no_portability_rule.advice': 'Stel portabilityRules in.',
  'jobs.name.portability-export': 'Export van de gegevens van een persoon',
  'jobs.name.portability-discard': 'Verwijdering van een export',
  'jobs.name.portability-purge': 'Verwijdering van verlopen exports',
  'requests.retry.title': 'Deze export opnieuw proberen?',
  'requests.retry.text': 'De export van de gegevens van {person} begint weer vanaf het begin.',
  'requests.timeline.copied': 'Kopie klaar',
  'requests.kind.portability': 'Inzageverzoek',
  'requests.bulk.confirm.portability':
    'er wordt een export van de gegevens gemaakt. Alleen de persoon zelf kan die downloaden.',
  'requests.centre.title': 'Een kopie van uw gegevens krijgen',
  'requests.centre.more': 'Eerdere verzoeken en uw rechten',
  'requests.mine.step.begun': 'We zijn begonnen uw gegevens samen te stellen.',
  'requests.mine.step.completed': 'Uw gegevens staan klaar.',
  'requests.mine.step.denied': 'We hebben het verzoek afgewezen en u laten weten waarom.',
  'requests.mine.step.expired': 'De kopie is verwijderd.',
  'requests.mine.next.pending': 'We beoordelen uw verzoek.',
  'requests.mine.next.progress': 'U kunt uw gegevens hier downloaden.',
  'requests.mine.next.completed': 'De kopie wordt verwijderd.',
};
