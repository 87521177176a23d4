/** Sample texts in French. */
import type { SampleTexts } from './sample.ts';

export const fr: SampleTexts = {
  mark: 'EXEMPLE : un juriste doit lire et adapter ce texte avant sa publication. Supprimez ensuite ce paragraphe.',
  cookie: `# Cookies

[Entreprise] utilise des cookies sur ce site. Les cookies sont de petits fichiers que votre navigateur conserve pour nous.

## Ce que nous utilisons

| Cookie | Finalité | Durée |
| --- | --- | --- |
| [nom] | Garde votre session et votre panier | jusqu’à la fermeture du navigateur |
| [nom] | Retient votre décision sur les cookies | 12 mois |
| [nom] | Compte les visites pour améliorer le site | [durée] |

## Ce qui demande votre consentement

Les cookies sans lesquels le site ne fonctionne pas sont déposés sans que nous vous le demandions. Tous les autres ne le sont
qu’avec votre accord. Refuser n’a aucun inconvénient pour vous.

## Changer d’avis

Vous pouvez modifier ou retirer votre décision à tout moment dans les réglages de confidentialité de ce site. Ce qui a été fait
auparavant reste licite.

## Qui reçoit des données

[Indiquez chaque entreprise qui dépose ou lit des cookies ici, son pays et un lien vers sa propre politique.]

## Questions

Écrivez à [adresse e-mail].`,
  privacy: `# Politique de confidentialité

## Qui est le responsable du traitement

[Entreprise, adresse, adresse e-mail]. Délégué à la protection des données : [nom, adresse e-mail].

## Ce que nous traitons, pourquoi et sur quelle base juridique

| Données | Finalité | Base juridique (RGPD) |
| --- | --- | --- |
| Nom, adresse, commande | Livrer votre commande | contrat, art. 6.1.b |
| Factures | Tenir la comptabilité | obligation légale, art. 6.1.c |
| Adresse e-mail | Lettre d’information | consentement, art. 6.1.a |
| [données] | [finalité] | [base juridique] |

## Qui reçoit vos données

[Sous-traitants et autres destinataires, ou leurs catégories ; hors de l’Union européenne, les garanties.]

## Combien de temps nous les conservons

[Pour chaque type de données, la durée ou la façon de la déterminer.]

## Vos droits

Vous pouvez demander l’accès à vos données, leur rectification, leur effacement, la limitation de leur traitement et une copie dans
un format courant. Vous pouvez vous opposer à un traitement fondé sur nos intérêts. Vous pouvez retirer un consentement à tout
moment ; ce qui a été fait auparavant reste licite.

Vous pouvez introduire une réclamation auprès d’une autorité de contrôle, par exemple [autorité].

## Ce que vous devez fournir

[Quelles données un contrat ou une loi exige, et ce qui suit si vous ne les fournissez pas.]

## Décisions automatisées

[S’il y en a et comment elles fonctionnent ; sinon : Nous ne prenons aucune décision automatisée à votre sujet.]`,
  age: `# Confirmation de l’âge

## Qui peut utiliser ce service

Vous devez avoir au moins [16] ans pour utiliser [service]. [Les plus jeunes ont besoin du consentement d’un parent ou
tuteur.]

## Ce que vous confirmez

En acceptant, vous confirmez avoir atteint cet âge.

## Ce que nous en faisons

Nous conservons le fait et la date de votre confirmation afin de pouvoir la prouver. Nous ne demandons pas votre date de naissance.
[Sinon : ce qui est vérifié, et pendant combien de temps c’est conservé.]

## Si vous êtes plus jeune

Merci de ne pas créer de compte. Si vous en avez déjà un, écrivez à [adresse e-mail] et nous le supprimerons.`,
};
