/** Sample texts in Italian. */
import type { SampleTexts } from './sample.ts';

export const it: SampleTexts = {
  mark: 'ESEMPIO: un legale deve leggere e adattare questo testo prima della pubblicazione. Poi rimuovere questo paragrafo.',
  cookie: `# Cookie

[Azienda] utilizza cookie su questo sito. I cookie sono piccoli file che il suo browser conserva per noi.

## Che cosa utilizziamo

| Cookie | Finalità | Durata |
| --- | --- | --- |
| [nome] | Mantiene il suo accesso e il suo carrello | fino alla chiusura del browser |
| [nome] | Ricorda che cosa ha deciso sui cookie | 12 mesi |
| [nome] | Conta le visite, in modo che possiamo migliorare il sito | [durata] |

## Che cosa richiede il suo consenso

I cookie senza i quali il sito non funziona vengono impostati senza chiederle nulla. Tutti gli altri vengono impostati solo dopo
che ha acconsentito. Il rifiuto non comporta alcuno svantaggio per lei.

## Cambiare idea

Può modificare o revocare la sua decisione in qualsiasi momento nelle impostazioni privacy di questo sito. Quanto fatto in precedenza
resta lecito.

## Chi riceve i dati

[Elencare qui ogni azienda che imposta o legge cookie, il suo Paese e un link alla propria informativa.]

## Domande

Scriva a [indirizzo email].`,
  privacy: `# Informativa sulla privacy

## Chi è il titolare del trattamento

[Azienda, indirizzo, indirizzo email]. Il nostro responsabile della protezione dei dati: [nome, indirizzo email].

## Che cosa trattiamo, perché e su quale base giuridica

| Dati | Finalità | Base giuridica (GDPR) |
| --- | --- | --- |
| Nome, indirizzo, ordine | Consegnare ciò che ha ordinato | contratto, art. 6, par. 1, lett. b) |
| Fatture | Tenere la contabilità | obbligo legale, art. 6, par. 1, lett. c) |
| Indirizzo email | Newsletter | consenso, art. 6, par. 1, lett. a) |
| [dati] | [finalità] | [base giuridica] |

## Chi riceve i suoi dati

[Responsabili del trattamento e altri destinatari, o loro categorie; per i Paesi al di fuori dell’Unione europea, le garanzie
adeguate.]

## Per quanto tempo li conserviamo

[Per ciascun tipo di dati, il periodo o come viene determinato.]

## I suoi diritti

Può chiedere l’accesso ai suoi dati, la loro rettifica, la loro cancellazione, la limitazione del loro trattamento e una copia in un
formato di uso comune. Può opporsi al trattamento che si basa sui nostri interessi. Può revocare un consenso in qualsiasi momento;
quanto fatto in precedenza resta lecito.

Può proporre reclamo a un’autorità di controllo, per esempio [autorità].

## Che cosa deve fornire

[Quali dati sono richiesti da un contratto o da una legge e che cosa comporta non fornirli.]

## Decisioni automatizzate

[Se ne esistono e come funzionano; altrimenti: Non prendiamo decisioni automatizzate che la riguardano.]`,
  age: `# Conferma dell’età

## Chi può usare questo servizio

Per usare [servizio] deve avere almeno [16] anni. [Chi è più giovane ha bisogno del consenso di un genitore o tutore.]

## Che cosa conferma

Accettando conferma di aver raggiunto questa età.

## Che cosa ne facciamo

Memorizziamo che ha confermato e quando, per poterlo provare. Non chiediamo la sua data di nascita. [Altrimenti: che cosa viene
verificato e per quanto tempo viene conservato.]

## Se è più giovane

Non crei un account. Se ne ha già uno, scriva a [indirizzo email] e lo elimineremo.`,
};
