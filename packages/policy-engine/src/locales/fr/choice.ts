import type { TextsLike } from '../catalogue.ts';
import type { choice as english } from '../en/choice.ts';

export const choice: TextsLike<typeof english> = {
  'nav.privacy_settings': 'Réglages de confidentialité',
  'choice.title': 'Réglages de confidentialité',
  'choice.lead':
    'Rien de ce qui suit ne s’active sans votre accord. Vous pouvez changer d’avis ici à tout moment, en un clic.',
  'choice.none': 'Rien ici n’exige votre consentement',
  'choice.none_text': 'Ce site n’utilise que ce qui est nécessaire à son fonctionnement.',
  'choice.accept_all': 'Tout accepter',
  'choice.reject_all': 'Tout refuser',
  'choice.gpc.honoured':
    'Votre navigateur demande aux sites de ne pas vous suivre (Global Privacy Control). Nous le respectons : ce que vous n’avez pas accepté vous-même est considéré comme refusé.',
  'choice.gpc.overridden':
    'Vous avez accepté un élément ci-dessous bien que votre navigateur demande aux sites de ne pas vous suivre. C’est votre choix qui compte ici ; refusez-le pour revenir en arrière.',
  'choice.by_gpc': 'par le signal de votre navigateur',
  'choice.text_changed': 'Le texte a changé pendant votre lecture. Rechargez la page et décidez à nouveau.',
  'choice.unknown_rule': 'Aucun consentement de ce nom n’est demandé.',
  'choice.declaration': 'Cookies de ce site',
  'choice.declaration_link': 'Tous les cookies de ce site, un par un',
  'choice.declaration.lead':
    'Ce qui est conservé dans votre navigateur : par qui, pourquoi et combien de temps. Rien de ce qui exige votre consentement n’y est déposé avant que vous l’ayez donné.',
  'choice.necessary': 'Nécessaires à votre choix',
  'choice.necessary_text':
    'Ils retiennent ce que vous avez décidé. Ils ne demandent aucun consentement et ne disent rien de vous à personne.',
  'choice.own.rule': 'Retient votre décision et la version du texte sur laquelle elle porte.',
  'choice.own.visitor':
    'Nombre aléatoire qui relie la preuve de votre décision à ce navigateur. Déposé lors de votre première décision.',
  'choice.own.gpc':
    'Retient que le signal de confidentialité de votre navigateur a été noté. Identique pour tout le monde.',
  'choice.own.year': '1 an',
  'choice.provider': 'Fournisseur',
  'choice.cookies': 'Cookies',
  'choice.cookie': 'Nom',
  'choice.purpose': 'Finalité',
  'choice.duration': 'Durée',
  'choice.domain': 'Domaine',
  'choice.this_site': 'Ce site',
  'choice.no_cookies': 'Ne dépose aucun cookie.',
  'choice.local_storage': 'Conservé dans le stockage local du navigateur',
  'choice.session_storage': 'Conservé jusqu’à la fermeture de l’onglet',
  'nav.figures': 'Chiffres',
  'choice.figures': 'Chiffres des consentements',
  'choice.figures.lead':
    'Combien de personnes ont décidé quoi, jour après jour. Compté à partir du registre ; personne n’est suivi pour cela.',
  'choice.figures.from': 'Du',
  'choice.figures.to': 'Au',
  'choice.figures.all': 'Toutes les politiques',
  'choice.figures.show': 'Afficher',
  'choice.figures.none': 'Aucune décision pendant cette période',
  'choice.figures.none_text': 'Choisissez d’autres jours ou une autre politique.',
  'choice.figures.decisions': 'Décisions',
  'choice.figures.rate': 'Taux d’acceptation',
  'choice.figures.gpc_share': 'Sous un signal du navigateur (GPC)',
  'choice.figures.overridden': 'Acceptées malgré le signal',
  'choice.figures.by_gpc': 'Refusées par le signal du navigateur',
  'choice.figures.under_gpc': 'Signal du navigateur',
  'choice.figures.chart': 'Décisions par jour, en barres ; le tableau ci-dessous donne les mêmes nombres',
  'choice.figures.table': 'Les mêmes nombres en tableau',
  'choice.figures.day': 'Jour',
};
