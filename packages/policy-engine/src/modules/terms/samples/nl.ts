/** Sample texts in Dutch. */
import type { SampleTexts } from './sample.ts';

export const nl: SampleTexts = {
  mark: 'VOORBEELD: laat een jurist deze tekst vóór publicatie lezen en aanpassen. Verwijder daarna deze alinea.',
  cookie: `# Cookies

[Bedrijf] gebruikt cookies op deze site. Cookies zijn kleine bestanden die uw browser voor ons bewaart.

## Wat we gebruiken

| Cookie | Doel | Bewaard gedurende |
| --- | --- | --- |
| [naam] | Houdt u ingelogd en uw winkelmand bijeen | tot u de browser sluit |
| [naam] | Onthoudt wat u over cookies hebt beslist | 12 maanden |
| [naam] | Telt bezoeken, zodat we de site kunnen verbeteren | [duur] |

## Waarvoor uw toestemming nodig is

Cookies zonder welke de site niet werkt, worden zonder te vragen geplaatst. Alle andere worden pas geplaatst nadat u
hebt ingestemd. Weigeren heeft voor u geen nadeel.

## Van gedachten veranderen

U kunt uw beslissing op elk moment wijzigen of intrekken in de privacy-instellingen van deze site. Wat daarvoor is
gedaan, blijft rechtmatig.

## Wie gegevens ontvangt

[Noem elk bedrijf dat hier cookies plaatst of leest, het land ervan en een link naar de eigen privacyverklaring.]

## Vragen

Schrijf naar [e-mailadres].`,
  privacy: `# Privacyverklaring

## Wie verantwoordelijk is

[Bedrijf, adres, e-mailadres]. Onze functionaris voor gegevensbescherming: [naam, e-mailadres].

## Wat we verwerken, waarom en op welke rechtsgrond

| Gegevens | Doel | Rechtsgrond (AVG) |
| --- | --- | --- |
| Naam, adres, bestelling | Levering van wat u hebt besteld | overeenkomst, art. 6, lid 1, onder b) |
| Facturen | Boekhouding | wettelijke verplichting, art. 6, lid 1, onder c) |
| E-mailadres | Nieuwsbrief | toestemming, art. 6, lid 1, onder a) |
| [gegevens] | [doel] | [rechtsgrond] |

## Wie uw gegevens ontvangt

[Verwerkers en andere ontvangers, of categorieën daarvan; voor landen buiten de Europese Unie de waarborgen.]

## Hoe lang we ze bewaren

[Voor elk soort gegevens de termijn, of hoe die wordt bepaald.]

## Uw rechten

U kunt verzoeken om inzage in uw gegevens, om rectificatie, om wissing, om beperking van de verwerking en om een kopie
in een gangbare vorm. U kunt bezwaar maken tegen verwerking die op onze gerechtvaardigde belangen berust. U kunt een
toestemming op elk moment intrekken; wat daarvoor is gedaan, blijft rechtmatig.

U kunt een klacht indienen bij een toezichthoudende autoriteit, bijvoorbeeld [autoriteit].

## Wat u moet verstrekken

[Welke gegevens een overeenkomst of een wet vereist, en wat er volgt als u ze niet verstrekt.]

## Geautomatiseerde besluiten

[Of die er zijn en hoe ze werken; anders: We nemen geen geautomatiseerde besluiten over u.]`,
  age: `# Leeftijdsbevestiging

## Wie deze dienst mag gebruiken

U moet minstens [16] jaar oud zijn om [dienst] te gebruiken. [Jongere personen hebben de toestemming van een ouder of
voogd nodig.]

## Wat u bevestigt

Door te accepteren bevestigt u dat u deze leeftijd hebt bereikt.

## Wat we ermee doen

We slaan op dat en wanneer u hebt bevestigd, zodat we het kunnen bewijzen. We vragen niet naar uw geboortedatum.
[Anders: wat er wordt gecontroleerd en hoe lang het wordt bewaard.]

## Als u jonger bent

Maak geen account aan. Als u er al een hebt, schrijf dan naar [e-mailadres], dan wissen we het.`,
};
