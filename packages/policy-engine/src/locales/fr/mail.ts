import type { TextsLike } from '../catalogue.ts';
import type { mail as english } from '../en/mail.ts';

export const mail: TextsLike<typeof english> = {
  'mail.reason.asked': 'vous recevez ce message parce que vous avez demandé une copie de vos données.',
  'mail.reason.admin':
    'vous recevez ce message parce que cette boîte est celle des questions de protection des données.',
  'mail.sign_in': 'Connectez-vous à {sender} pour continuer.',
  'mail.user': 'Utilisateur',
  'mail.due': 'À traiter avant le',
  'mail.see_request': 'Voir ma demande',
  'mail.complaint':
    'Si vous n’êtes pas d’accord, vous pouvez saisir une autorité de protection des données ou la justice. Vous pouvez aussi simplement répondre à ce message.',
  'mail.portability_requested.subject': 'Quelqu’un demande une copie de ses données',
  'mail.portability_requested.text':
    'Confirmez la demande, ou refusez-la en donnant le motif, au plus tard le {due}. La loi accorde un mois.',
  'mail.portability_requested.confirmed':
    'Elle a été confirmée dès son arrivée et les données sont en cours de préparation. Vous n’avez rien à faire.',
  'mail.portability_requested.action': 'Voir la demande',
  'mail.portability_progress.subject': 'Nous rassemblons vos données',
  'mail.portability_progress.text':
    'Votre demande est confirmée. Nous vous écrirons dès que vos données pourront être téléchargées ; vous n’avez rien d’autre à faire.',
  'mail.portability_progress.action': 'Suivre l’avancement',
  'mail.portability_completed.subject': 'Vos données sont prêtes',
  'mail.portability_completed.text':
    'La copie de vos données peut maintenant être téléchargée. Vous seul pouvez l’ouvrir, une fois connecté.',
  'mail.portability_completed.until': 'Elle reste disponible jusqu’au {until} ; ensuite, nous supprimons la copie.',
  'mail.portability_completed.action': 'Télécharger mes données',
  'mail.portability_denied.subject': 'Nous ne pouvons pas donner suite à votre demande',
  'mail.portability_denied.text':
    'Nous avons examiné votre demande de copie de vos données et ne pouvons pas y donner suite. Le motif :',
  'mail.portability_extended.subject': 'Votre demande de données prend plus de temps',
  'mail.portability_extended.text':
    'Il nous faut plus de temps pour préparer la copie de vos données ; elle sera prête au plus tard le {due}. Le motif :',
  'mail.requests_overdue.subject': 'Demandes de données en retard : {count}',
  'mail.requests_overdue.text': 'Le délai légal de ces demandes est dépassé. Répondez-y dès aujourd’hui.',
  'mail.requests_overdue.user': 'Demande de l’utilisateur {user}',
  'mail.requests_overdue.since': 'Échue le {due}',
  'mail.requests_overdue.action': 'Y répondre',
  'mail.ledger_digest.subject': 'Registre des décisions : tête {head}',
  'mail.ledger_digest.text':
    'Conservez ce message. Les décisions sont enchaînées jusqu’à la tête ci-dessous ; si quelqu’un réécrivait la base de données, cette tête ne correspondrait plus.',
  'mail.ledger_digest.how': 'Pour vérifier : policy-engine ledger verify --head {hash}',
  'mail.ledger_digest.rewritten':
    'Si la base de données a été réécrite ou tronquée, la vérification affiche « noted_head_missing » et échoue. Un numéro plus petit que dans un message précédent veut dire la même chose.',
  'mail.ledger_digest.events': 'Décisions enregistrées',
  'mail.ledger_digest.head': 'Dernière tête',
  'mail.ledger_digest.at': 'Scellée le (UTC)',
  'mail.ledger_digest.hash': 'Empreinte de la tête',
  'mail.ledger_digest.signature': 'Signature (Ed25519)',
  'mail.ledger_digest.unsigned': 'aucune',
  'mail.ledger_digest.key': 'Clé',
  'mail.ledger_digest.action': 'Ouvrir le registre',
};
