import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const nl: TextsLike<typeof en> = {
  'erasure.kind': 'Verwijdering van mijn gegevens',
  'erasure.state.held': 'Opgeschort',
  'erasure.state.cancelled': 'Ingetrokken',
  'erasure.state.running': 'In uitvoering',
  'erasure.state.completed': 'Voltooid',
  'erasure.mine.title': 'Mijn gegevens verwijderen',
  'erasure.mine.lead':
    'U kunt ons verzoeken de gegevens te verwijderen die we over u opslaan. Lees eerst wat er wordt verwijderd, wat er wordt bewaard en waarom.',
  'erasure.mine.pending': 'We hebben uw verzoek ontvangen',
  'erasure.mine.pending_text':
    'Er is nog niets verwijderd. We beoordelen uw verzoek en antwoorden. U kunt het intrekken totdat de verwijdering begint.',
  'erasure.mine.confirmed_text':
    'Uw verzoek is bevestigd. Er is nog niets verwijderd: de verwijdering begint automatisch op de datum hieronder. Tot dan kunt u uw verzoek intrekken.',
  'erasure.mine.held': 'Uw verzoek is opgeschort',
  'erasure.mine.held_text':
    'We hebben een wettelijke grond om uw gegevens voorlopig te bewaren. Uw verzoek blijft open; de reden staat hieronder. Als u het er niet mee eens bent, kunt u een klacht indienen bij een toezichthoudende autoriteit of naar de rechter gaan.',
  'erasure.mine.denied': 'Uw verzoek is afgewezen',
  'erasure.mine.denied_text':
    'De reden staat hieronder. U kunt een klacht indienen bij een toezichthoudende autoriteit of naar de rechter gaan.',
  'erasure.mine.cancelled': 'U hebt uw verzoek ingetrokken',
  'erasure.mine.cancelled_text': 'Er is niets verwijderd.',
  'erasure.mine.running': 'Uw gegevens worden verwijderd',
  'erasure.mine.running_text': 'De verwijdering is begonnen en kan niet worden gestopt. U hoeft niets te doen.',
  'erasure.plan.title': 'Wat er met uw gegevens gebeurt',
  'erasure.plan.lead': 'Dit zijn de gegevens die we nu over u opslaan, en wat een verwijdering ermee doet.',
  'erasure.plan.kept':
    'Gegevens die we volgens de wet moeten bewaren, worden nergens anders voor gebruikt en worden automatisch verwijderd op de datum die erbij staat.',
  'erasure.plan.pseudonymised':
    '‘Gepseudonimiseerd’ betekent dat het record bewaard blijft en met aanvullende gegevens nog aan u kan worden gekoppeld.',
  'erasure.plan.backups':
    'Back-ups bevatten nog een kopie, maximaal zoveel dagen: {days}. Daarna worden ze overschreven.',
  'erasure.plan.unknown':
    'We kunnen nu niet tonen wat er wordt verwijderd. U kunt toch een verzoek indienen, en u ontvangt een overzicht wanneer het is voltooid.',
  'erasure.plan.data': 'Gegevens',
  'erasure.plan.what': 'Actie',
  'erasure.plan.rows': 'Records',
  'erasure.plan.why': 'Reden en bewaring',
  'erasure.plan.admin_title': 'Wat er wordt gewist',
  'erasure.plan.failed': 'De wissing kan niet vooraf worden bekeken, dus de gevolgen ervan zijn onbekend. Fout:',
  'erasure.will.delete': 'Verwijderd',
  'erasure.will.erase_fields': 'Persoonlijke details verwijderd',
  'erasure.will.pseudonymise': 'Gepseudonimiseerd',
  'erasure.will.keep': 'Bewaard',
  'erasure.will.run': 'Verwijderd door de applicatie',
  'erasure.done.delete': 'Verwijderd',
  'erasure.done.erase_fields': 'Persoonlijke details verwijderd',
  'erasure.done.pseudonymise': 'Gepseudonimiseerd',
  'erasure.done.keep': 'Bewaard',
  'erasure.done.rows': '{what}: {rows}',
  'erasure.until': 'tot {until}',
  'erasure.kept_until': 'Bewaard tot',
  'erasure.ask.title': 'Verwijdering aanvragen',
  'erasure.ask.step1': 'U dient het verzoek in met de knop hieronder.',
  'erasure.ask.step1_password': 'U dient het verzoek hieronder in en bevestigt het met uw wachtwoord.',
  'erasure.ask.step2': 'We beoordelen uw verzoek en antwoorden binnen een maand.',
  'erasure.ask.grace': 'Daarna hebt u nog bedenktijd voordat er iets wordt verwijderd. Aantal dagen: {days}.',
  'erasure.ask.step3':
    'Uw gegevens worden verwijderd zoals hierboven staat. Hoort uw account daarbij, dan kunt u niet meer inloggen.',
  'erasure.ask.receipt': 'U ontvangt een bewijsstuk per e-mail.',
  'erasure.ask.final':
    'Een verwijdering kan niet ongedaan worden gemaakt. Als u een kopie van uw gegevens wilt, vraag die dan eerst op.',
  'erasure.ask.password': 'Uw wachtwoord',
  'erasure.ask.password_hint': 'Zodat niemand anders uw gegevens kan verwijderen.',
  'erasure.ask.waive': 'Niet wachten: beginnen zodra het verzoek is bevestigd',
  'erasure.ask.waive_hint':
    'U hebt dan mogelijk niet de volledige bedenktijd om uw verzoek in te trekken. Aantal dagen: {days}.',
  'erasure.ask.verb': 'Verwijdering aanvragen',
  'erasure.cancel': 'Verzoek intrekken',
  'erasure.cancel.title': 'Uw verzoek intrekken?',
  'erasure.cancel.text': 'Er wordt niets verwijderd. U kunt op elk moment een nieuw verzoek indienen.',
  'erasure.grace_until': 'Einde van de bedenktijd',
  'erasure.begins': 'Begint op',
  'erasure.grace': 'Bedenktijd',
  'erasure.grace.waived': 'De persoon heeft ervan afgezien',
  'erasure.hold_reason': 'Reden van de opschorting',
  'erasure.confirmed': 'Bevestigd',
  'erasure.identified': 'Identiteit bevestigd',
  'erasure.identified.not': 'Niet vereist: het verzoek is ingediend door de ingelogde gebruiker',
  'erasure.rights_text':
    'U hebt het recht uw gegevens te laten wissen wanneer ze niet meer nodig zijn, wanneer u uw toestemming intrekt of bezwaar maakt, of wanneer ze onrechtmatig zijn verwerkt (art. 17 AVG). We mogen gegevens bewaren die we volgens de wet moeten bewaren of die nodig zijn voor rechtsvorderingen (art. 17, lid 3). We antwoorden binnen een maand na ontvangst van uw verzoek. Als het complex is, kunnen we deze termijn met twee maanden verlengen en laten we u binnen de eerste maand weten waarom (art. 12, lid 3). U kunt ons vragen welke ontvangers van uw gegevens we van de wissing op de hoogte hebben gesteld (art. 19). Als we uw verzoek afwijzen, laten we u weten waarom, en kunt u een klacht indienen bij een toezichthoudende autoriteit.',
  'erasure.receipt.title': 'Bewijsstuk',
  'erasure.receipt.begun': 'Begonnen',
  'erasure.receipt.completed': 'Voltooid',
  'erasure.receipt.backups_until': 'In back-ups tot',
  'erasure.receipt.backups': 'Back-ups kunnen tot {until} een kopie bevatten. Daarna worden ze overschreven.',
  'erasure.absence.title': 'Zoeken naar achtergebleven gegevens',
  'erasure.absence.searched':
    'Na alle stappen is de database doorzocht op gegevens die de persoon identificeren (kolommen: {columns}, tabellen: {tables}).',
  'erasure.absence.sampled': 'Van de tabel {table} is alleen een steekproef doorzocht. Rijen: {rows}, totaal onbekend.',
  'erasure.absence.sampled_of':
    'Van de tabel {table} is alleen een steekproef doorzocht. Rijen: {rows} van ongeveer {of}.',
  'erasure.absence.id_short':
    'De ID van de persoon is te kort om binnen teksten te zoeken. Daarom is alleen gezocht naar waarden die er volledig uit bestaan.',
  'erasure.absence.files': 'Opgeslagen bestanden',
  'erasure.absence.files.searched': 'Doorzocht',
  'erasure.absence.files.share': '{files} van {of}',
  'erasure.absence.files.found': 'Gevonden in',
  'erasure.absence.files.not': 'Niet doorzocht',
  'erasure.absence.files.not.no_text': '{files}: geen platte tekst',
  'erasure.absence.files.not.encrypted': '{files}: versleuteld',
  'erasure.absence.files.not.failed': '{files}: niet leesbaar',
  'erasure.absence.files.not.no_words':
    '{files}: geen identificerende gegevens bekend waarnaar in teksten kon worden gezocht',
  'erasure.absence.nothing': 'Er zijn geen achtergebleven gegevens gevonden, behalve gegevens die een regel bewaart.',
  'erasure.absence.found':
    'Er zijn gegevens die de persoon identificeren achtergebleven op plaatsen waar geen regel ze bewaart. Beoordeel deze plaatsen en voeg ze toe aan de gegevensregels.',
  'erasure.absence.place': 'Plaats',
  'erasure.absence.kept': 'Bewaard door een regel',
  'erasure.absence.open': 'Niet gedekt door een regel',
  'erasure.all.title': 'Verzoeken om wissing',
  'erasure.all.lead': 'Verzoeken om wissing van persoonsgegevens. U moet elk verzoek binnen een maand beantwoorden.',
  'erasure.all.none': 'Nog geen verzoeken',
  'erasure.all.none_text': 'Verzoeken om wissing verschijnen hier.',
  'erasure.one.title': 'Verzoek om wissing: {person}',
  'erasure.one.waits': 'Bevestigd. De wissing begint automatisch na de bedenktijd.',
  'erasure.one.held': 'Opgeschort: er wordt niets gewist totdat u de opschorting beëindigt.',
  'erasure.one.failed':
    'De wissing is gestopt en wordt niet automatisch opnieuw geprobeerd. Voltooide stappen blijven behouden. Fout:',
  'erasure.one.retrying':
    'Sommige stappen van de laatste poging zijn mislukt. Ze worden automatisch opnieuw geprobeerd. Fout:',
  'erasure.confirm.verb': 'Wissing bevestigen',
  'erasure.confirm.title': 'Deze wissing bevestigen?',
  'erasure.confirm.text': 'De gegevens hieronder worden gewist voor {person}.',
  'erasure.confirm.now': 'De wissing begint onmiddellijk.',
  'erasure.confirm.later': 'De persoon kan het verzoek nog intrekken. De wissing begint automatisch op',
  'erasure.confirm.waived': 'De persoon heeft ingestemd met een eerder begin.',
  'erasure.confirm.at_once': 'Bevestigen en nu beginnen',
  'erasure.release': 'Opschorting beëindigen',
  'erasure.release.title': 'De opschorting beëindigen?',
  'erasure.release.text':
    'Het verzoek van {person} gaat verder waar het is gestopt. Als het al was bevestigd, begint de wissing automatisch.',
  'erasure.hold': 'Opschorten',
  'erasure.hold.title': 'Deze wissing opschorten?',
  'erasure.hold.text': 'Er wordt niets gewist totdat u de opschorting beëindigt. {person} ontvangt de reden.',
  'erasure.hold.hint':
    'Gebruik duidelijke taal, in de taal van de persoon. Voor een opschorting is een wettelijke grond nodig: bijvoorbeeld een rechtsvordering of een bevel van een autoriteit (art. 17, lid 3, AVG).',
  'erasure.deny.title': 'Dit verzoek afwijzen?',
  'erasure.deny.text':
    '{person} ontvangt de reden en de mededeling dat een klacht kan worden ingediend bij een toezichthoudende autoriteit.',
  'erasure.deny.hint':
    'Gebruik duidelijke taal, in de taal van de persoon. Voor een afwijzing is een wettelijke grond nodig: bijvoorbeeld dat u niet kunt vaststellen wie het verzoek heeft ingediend, of dat de wet u verplicht alle gegevens te bewaren (art. 12, lid 6, en art. 17, lid 3, AVG).',
  'erasure.extend.title': 'De termijn met twee maanden verlengen?',
  'erasure.extend.text':
    '{person} ontvangt de reden en de nieuwe termijn. De termijn kan één keer worden verlengd, binnen de eerste maand.',
  'erasure.extend.hint':
    'Gebruik duidelijke taal, in de taal van de persoon. De wet staat een verlenging toe bij complexe of talrijke verzoeken (art. 12, lid 3, AVG).',
  'erasure.steps.title': 'Voortgang',
  'erasure.steps.of': 'Voltooide stappen: {done} van {all}',
  'erasure.steps.done': 'Gewist',
  'erasure.steps.kept': 'Bewaard',
  'erasure.steps.error': 'Laatste fout',
  'erasure.step.waiting': 'Wacht',
  'erasure.step.running': 'In uitvoering',
  'erasure.step.done': 'Klaar',
  'erasure.step.failed': 'Mislukt',
  'notice.erasure_created': 'We hebben uw verzoek ontvangen. Er is nog niets verwijderd.',
  'notice.erasure_cancelled': 'Uw verzoek is ingetrokken. Er is niets verwijderd.',
  'notice.erasure_confirmed': 'Bevestigd. De persoon krijgt bericht wanneer de wissing begint.',
  'notice.erasure_held': 'Opgeschort. De persoon krijgt bericht waarom.',
  'notice.erasure_released': 'De opschorting is beëindigd.',
  'mail.reason.erasure': 'u ontvangt deze e-mail omdat u om verwijdering van uw gegevens hebt verzocht.',
  'mail.requests_overdue.user.erasure': 'Verzoek om wissing: gebruiker {user}',
  'mail.erasure_requested.subject': 'Nieuw verzoek om wissing',
  'mail.erasure_requested.text':
    'Beoordeel wat er wordt gewist, en bevestig het verzoek of wijs het met een reden af, uiterlijk op {due}. De wet geeft één maand.',
  'mail.erasure_requested.action': 'Verzoek bekijken',
  'mail.erasure_received.subject': 'We hebben uw verzoek om uw gegevens te verwijderen ontvangen',
  'mail.erasure_received.text':
    'Er is nog niets verwijderd. We beoordelen uw verzoek en antwoorden uiterlijk op {due}.',
  'mail.erasure_received.grace':
    'Er wordt niets verwijderd vóór {until}, tenzij u hebt ingestemd met een eerder begin. U kunt uw verzoek intrekken totdat de verwijdering begint.',
  'mail.erasure_received.not_you':
    'Als u dit verzoek niet hebt ingediend, log dan in, trek het verzoek in en wijzig uw wachtwoord.',
  'mail.erasure_confirmed.subject': 'Uw verzoek om uw gegevens te verwijderen is bevestigd',
  'mail.erasure_confirmed.now':
    'De verwijdering begint nu. Wanneer die is voltooid, ontvangt u een bewijsstuk per e-mail.',
  'mail.erasure_confirmed.later':
    'De verwijdering begint automatisch op {at}. Tot dan kunt u uw verzoek intrekken. Wanneer de verwijdering is voltooid, ontvangt u een bewijsstuk per e-mail.',
  'mail.erasure_denied.subject': 'Uw verzoek om uw gegevens te verwijderen is afgewezen',
  'mail.erasure_denied.text':
    'We hebben uw verzoek om uw gegevens te verwijderen beoordeeld en kunnen het niet inwilligen. De reden:',
  'mail.erasure_held.subject': 'Uw verzoek om uw gegevens te verwijderen is opgeschort',
  'mail.erasure_held.text':
    'We hebben een wettelijke grond om uw gegevens voorlopig te bewaren. Uw verzoek blijft open en gaat verder wanneer de grond niet meer geldt. De reden:',
  'mail.erasure_released.subject': 'Uw verzoek om uw gegevens te verwijderen gaat verder',
  'mail.erasure_released.text':
    'De wettelijke grond om uw gegevens te bewaren geldt niet meer. Uw verzoek gaat verder waar het is gestopt.',
  'mail.erasure_extended.subject': 'Uw verzoek om uw gegevens te verwijderen duurt langer',
  'mail.erasure_extended.text': 'We hebben meer tijd nodig voor uw verzoek en antwoorden uiterlijk op {due}. De reden:',
  'mail.erasure_cancelled.subject': 'U hebt uw verzoek om uw gegevens te verwijderen ingetrokken',
  'mail.erasure_cancelled.text':
    'Er is niets verwijderd. Als u het verzoek niet zelf hebt ingetrokken, log dan in en wijzig uw wachtwoord.',
  'mail.erasure_completed.text':
    'De verwijdering waarom u hebt verzocht, is voltooid op {at}. Dit is er met elk soort gegevens gebeurd:',
  'mail.erasure_completed.last':
    'Bewaar deze e-mail: het is uw bewijsstuk. Als u het er niet mee eens bent, kunt u een klacht indienen bij een toezichthoudende autoriteit of naar de rechter gaan.',
  'mail.erasure_completed.action': 'Onze verklaringen',
  'mail.erasure_receipt.subject': 'Wissing voltooid',
  'mail.erasure_receipt.text': 'De wissing {id} is voltooid op {at}. Dit bewijsstuk identificeert de persoon niet:',
  'mail.erasure_receipt.found':
    'Plaatsen waar gegevens zijn achtergebleven die de persoon identificeren, hoewel geen regel ze bewaart: {count}. Beoordeel deze plaatsen.',
  'mail.erasure_receipt.action': 'Bewijsstuk bekijken',
  'erasure.error.open': 'U hebt al een open verzoek om uw gegevens te verwijderen.',
  'erasure.error.impossible':
    'Deze site kan gegevens niet automatisch wissen. Neem contact op met de beheerder van deze site.',
  'erasure.error.identity_unconfirmed': 'We konden uw identiteit niet bevestigen. Er is geen verzoek ingediend.',
  'erasure.error.not_pending': 'Dit verzoek is al bevestigd of gesloten.',
  'erasure.error.grace_not_waived':
    'De persoon kan het verzoek nog intrekken en heeft niet ingestemd met een eerder begin. Bevestig het zonder onmiddellijk begin.',
  'erasure.error.closed': 'Dit verzoek is al begonnen of is gesloten.',
  'erasure.error.not_held': 'Alleen van een opgeschort verzoek kan de opschorting worden beëindigd.',
  'erasure.error.extended': 'De termijn is al verlengd. De wet staat maar één verlenging toe.',
  'erasure.error.overdue': 'De termijn is verstreken en kan niet meer worden verlengd. Antwoord zo snel mogelijk.',
  'erasure.error.not_failed': 'Alleen een mislukte wissing kan opnieuw worden geprobeerd.',
  'erasure.reason.pseudonymised':
    'De resterende gegevens kunnen nog aan de persoon worden gekoppeld (art. 4, punt 5, AVG): ze zijn gepseudonimiseerd, niet gewist.',
  'erasure.error.replay_needed':
    'De gegevens van deze site zijn hersteld uit een back-up, en eerdere wissingen worden herhaald. Probeer het later opnieuw.',
  'check.no_erasure_journal':
    'Er is geen wisjournaal, dus een herstelde back-up brengt gewiste gegevens ongemerkt terug.',
  'check.no_erasure_journal.name': 'Wisjournaal',
  'check.no_erasure_journal.advice':
    'Stel erasure.journal in op een bestand of opslag buiten de database, en stel erasure.journalKey in.',
  'check.erasure_replay_needed':
    'De database is hersteld uit een back-up. Wissingen uit het journaal die erin ontbreken: {subject}.',
  'check.erasure_replay_needed.name': 'Wissingen na een herstelde back-up',
  'check.erasure_replay_needed.advice': 'Voer ‘policy-engine erasure replay’ uit.',
  'check.erasure_journal_failed': 'Het wisjournaal kan niet worden gebruikt: {subject}.',
  'check.erasure_journal_failed.name': 'Toegang tot het wisjournaal',
  'check.erasure_journal_failed.advice':
    'Zorg ervoor dat erasure.journal kan worden gelezen en geschreven, dat niets anders ernaar schrijft en dat erasure.journalKey de sleutel is waarmee de regels ervan zijn geschreven.',
  'check.erasure_failed': 'Mislukte wissingen: {subject}.',
  'check.erasure_failed.name': 'Wissingen worden voltooid',
  'check.erasure_failed.advice':
    'Open het verzoek om de fout te zien, verhelp de oorzaak en probeer de wissing opnieuw.',
  'erasure.own.ledger': 'Bewijs van beslissingen',
  'erasure.own.ledger_reason':
    'De vermeldingen worden bewaard zonder enige koppeling met een persoon, zodat de bewijzen van alle andere vermeldingen geldig blijven. De identiteit wordt gewist.',
  'erasure.own.portability': 'Inzageverzoeken en exports',
  'erasure.own.mails': 'Niet-verzonden e-mails',
  'erasure.own.jobs': 'Achtergrondtaken over de persoon',
  'erasure.own.requests': 'Eerdere verzoeken om wissing',
  'erasure.own.audit': 'Acties van de persoon als beheerder',
  'erasure.own.audit_reason': 'De auditlog toont aan dat de wet wordt nageleefd (art. 5, lid 2, AVG).',
  'audit.action.erasure_confirmed': 'Wissing bevestigd',
  'audit.action.erasure_denied': 'Wissing afgewezen',
  'audit.action.erasure_held': 'Wissing opgeschort',
  'audit.action.erasure_released': 'Opschorting van de wissing beëindigd',
  'audit.action.erasure_extended': 'Termijn van de wissing verlengd',
  'audit.action.erasure_cancelled': 'Verzoek om wissing namens de persoon ingetrokken',
  'audit.action.erasure_retried': 'Wissing opnieuw geprobeerd',
  'audit.action.erasure_replayed': 'Wissing herhaald na een herstel',
  'audit.action.retention_applied': 'Verlopen gegevens gewist',
  'jobs.name.erasure': 'Wissing van de gegevens van een persoon',
  'jobs.name.erasure-daily': 'Wissing van verlopen gegevens',
  'nav.retention': 'Bewaring',
  'retention.title': 'Bewaring',
  'retention.lead':
    'Gegevens die na hun bewaartermijn automatisch worden gewist (art. 5, lid 1, onder e), AVG). De dagelijkse uitvoeringen staan hier.',
  'retention.none': 'Geen bewaartermijnen vastgelegd',
  'retention.none_text':
    'Een ontwikkelaar legt in de configuratie (dataRules) vast wanneer gegevens worden gewist en welke volgens de wet moeten worden bewaard. Beide staan dan hier.',
  'retention.count': 'Verlopen gegevens nu tellen',
  'retention.data': 'Gegevens',
  'retention.when': 'Bewaartermijn',
  'retention.next': 'Volgende wissing',
  'retention.runs': 'Recente uitvoeringen',
  'retention.no_runs':
    'Nog geen uitvoeringen. De eerste vindt vannacht plaats; u kunt verlopen gegevens daarvoor al tellen.',
  'retention.begun': 'Begonnen',
  'retention.ended': 'Beëindigd',
  'retention.kind': 'Type',
  'retention.kind.real': 'Wissing',
  'retention.kind.dry': 'Alleen telling',
  'retention.state': 'Status',
  'retention.state.waiting': 'In afwachting',
  'retention.state.running': 'In uitvoering',
  'retention.state.done': 'Klaar',
  'retention.state.failed': 'Met fouten',
  'retention.state.stopped': 'Onderbroken',
  'retention.rows': 'Records',
  'retention.rows.would': 'Te wissen',
  'retention.failures': 'Fouten',
  'retention.why': 'Reden',
  'retention.action.aged': 'Bewaartermijn verstreken of voorwaarde vervuld',
  'retention.action.kept': 'Wettelijke grond voor het bewaren vervallen',
  'retention.oldest': 'Oudste record',
  'retention.error': 'Fout',
  'retention.one.real': 'Wissing van verlopen gegevens',
  'retention.one.dry': 'Telling van verlopen gegevens',
  'retention.one.real_lead': 'Gegevens die in deze uitvoering zijn gewist, per regel.',
  'retention.one.dry_lead': 'Alleen telling: er is niets gewist.',
  'retention.one.rules': 'Resultaten per regel',
  'retention.one.nothing': 'Geen regel legt een bewaartermijn vast.',
  'retention.one.stopped':
    'Deze uitvoering is niet afgerond, bijvoorbeeld omdat het proces ervan is gestopt. De aantallen kunnen te laag zijn; de volgende uitvoering vult die aan.',
  'retention.one.failed': 'De uitvoering is mislukt. Fout:',
  'notice.retention_count_begun': 'Het tellen is begonnen. Er wordt niets gewist.',
  'audit.action.retention_counted': 'Verlopen gegevens geteld',
  'jobs.name.retention-count': 'Telling van verlopen gegevens',
  'erasure.state.unidentified': 'Wacht op bevestiging van identiteit',
  'erasure.ask.step1_mail':
    'U dient het verzoek hieronder in. We e-mailen u een link die {time} geldig is en waarmee u uw identiteit bevestigt.',
  'erasure.mine.unidentified': 'Bevestig uw identiteit',
  'erasure.mine.unidentified_text':
    'We hebben u een link gemaild die {time} geldig is en één keer kan worden gebruikt. Open die om uw verzoek te bevestigen: we beoordelen het verzoek pas en er wordt pas iets verwijderd nadat u hebt bevestigd. Als de e-mail niet aankomt of de link is verlopen, vraag dan een nieuwe aan.',
  'erasure.identity.renew': 'Nieuwe link sturen',
  'erasure.identity.title': 'Hebt u dit verzoek ingediend?',
  'erasure.identity.lead': 'Een ingelogde gebruiker heeft om verwijdering van de gegevens van dit account verzocht.',
  'erasure.identity.account': 'E-mailadres van het account',
  'erasure.identity.until': 'Link geldig tot',
  'erasure.identity.other_account':
    'U bent ingelogd met een ander account. De knop bevestigt het verzoek voor het account hierboven, niet voor het uwe.',
  'erasure.identity.then':
    'De knop bevestigt dat u dit verzoek hebt ingediend. Er wordt niet meteen iets verwijderd: we beoordelen daarna uw verzoek, en u ontvangt een e-mail over de volgende stappen.',
  'erasure.identity.not_you':
    'Als u dit verzoek niet hebt ingediend, sluit dan deze pagina: er gebeurt niets tenzij u op de knop drukt. Log daarna in, trek het verzoek in en wijzig uw wachtwoord.',
  'erasure.identity.verb': 'Ja, ik heb dit verzoek ingediend',
  'erasure.identity.ended': 'Deze link is niet geldig',
  'erasure.identity.ended_text':
    'Als u al hebt bevestigd, hoeft u niets te doen. Log anders in, open ‘Mijn gegevens verwijderen’ en vraag een nieuwe link aan.',
  'erasure.identity.ended_verb': 'Mijn verzoek bekijken',
  'erasure.one.unidentified':
    'De persoon heeft diens identiteit nog niet bevestigd met de link die we hebben gemaild. Tot dan kan het verzoek niet worden bevestigd en begint de bedenktijd niet. Blijft de bevestiging uit, wijs het verzoek dan om die reden af.',
  'erasure.identified.awaited': 'Nog niet: er is een link naar de persoon gemaild',
  'notice.erasure_link_sent': 'We hebben u een link gemaild. Er wordt niets verwijderd totdat u bevestigt.',
  'notice.erasure_identified':
    'Bevestigd. We hebben uw verzoek ontvangen; er is nog niets verwijderd. U ontvangt een e-mail over de volgende stappen.',
  'mail.erasure_identify.subject': 'Hebt u om verwijdering van uw gegevens verzocht?',
  'mail.erasure_identify.reason': 'u ontvangt deze e-mail omdat iemand om verwijdering van uw gegevens heeft verzocht.',
  'mail.erasure_identify.text':
    'Iemand die op uw account was ingelogd, heeft om verwijdering van uw gegevens verzocht. Als u dit was, open dan de link om te bevestigen. De link is {time} geldig en kan één keer worden gebruikt.',
  'mail.erasure_identify.nothing_yet':
    'Totdat u bevestigt, beoordelen we het verzoek niet en wordt er niets verwijderd.',
  'mail.erasure_identify.not_you':
    'Als u dit niet was, bevestig dan niet. Log in, trek het verzoek in en wijzig uw wachtwoord. Stuur deze e-mail niet door.',
  'mail.erasure_identify.action': 'Controleren en bevestigen',
  'erasure.error.no_address':
    'We hebben geen e-mailadres om u een link te sturen. Neem contact op met de beheerder van deze site.',
  'erasure.error.identity_awaited': 'De persoon heeft diens identiteit nog niet bevestigd.',
  'erasure.error.identity_not_awaited':
    'Dit verzoek wacht niet op bevestiging van identiteit: het is al bevestigd of is gesloten.',
  'erasure.error.identity_link_ended':
    'Deze is gebruikt, is verlopen, is vervangen door een nieuwere link of is niet volledig gekopieerd.',
  'erasure.retry.title': 'Deze wissing opnieuw proberen?',
  'erasure.retry.text':
    'De wissing voor {person} gaat verder waar die is gestopt. Voltooide stappen worden niet herhaald.',
  'requests.kind.erasure': 'Verzoek om wissing',
  'requests.bulk.confirm.erasure': 'de gegevens worden na de bedenktijd gewist.',
  'erasure.centre.title': 'Uw gegevens verwijderen',
  'erasure.centre.ask': 'Bekijken wat er wordt verwijderd en verwijdering aanvragen',
  'erasure.mine.step.identified': 'U hebt uw identiteit bevestigd.',
  'erasure.mine.step.confirmed': 'We hebben uw verzoek bevestigd.',
  'erasure.mine.step.begun': 'De verwijdering is begonnen.',
  'erasure.mine.step.denied': 'We hebben het verzoek afgewezen en u laten weten waarom.',
  'erasure.mine.step.cancelled': 'U hebt het verzoek ingetrokken.',
  'erasure.mine.next.identity': 'U opent de link die we u hebben gemaild.',
  'erasure.mine.next.pending': 'We beoordelen uw verzoek en antwoorden.',
  'erasure.mine.next.begins': 'De verwijdering begint. Tot dan kunt u uw verzoek intrekken.',
  'erasure.mine.next.held': 'De wettelijke grond om uw gegevens te bewaren vervalt.',
  'erasure.mine.next.running': 'De verwijdering wordt voltooid.',
};
