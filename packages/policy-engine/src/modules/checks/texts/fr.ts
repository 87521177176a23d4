import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'check.title': 'Contrôle de conformité',
  'check.lead': 'Le moteur compare sa configuration et ses textes aux exigences de la loi.',
  'check.passed': 'Réussis : {passed} contrôles sur {all}',
  'check.passed.show': 'Afficher ce qui est réussi',
  'check.passed.text':
    'Ces contrôles n’ont rien trouvé : l’exigence est respectée, ou ce site n’utilise pas ce dont il s’agit.',
  'check.article': 'RGPD {article}',
  'check.article.eprivacy': 'Directive ePrivacy {article}',
  'check.none': 'Aucun constat',
  'check.none_text': 'Toutes les exigences que le moteur peut vérifier sont remplies.',
  'check.severity.error': 'Non respecté',
  'check.severity.warning': 'Avertissement',
  'check.yours': 'Pour les administrateurs',
  'check.to_do': 'À traiter',
  'check.to_do.count': 'Constats : {count}',
  'check.to_do.all': 'Voir tous les constats',
  'check.migrations_pending': 'Migrations de la base de données en attente : {subject}.',
  'check.migrations_pending.name': 'Migrations de la base de données',
  'check.migrations_pending.advice':
    'Lancez npx --offline policy-engine migrate, ou await engine.migrate() au démarrage ; migrate --status les énumère.',
  'check.schema_newer': 'Une version plus récente du moteur a migré la base de données : {subject}.',
  'check.schema_newer.name': 'Version du moteur et de la base de données',
  'check.schema_newer.advice': 'Exécutez cette version, ou une version ultérieure.',
  'check.no_mail': 'Aucun e-mail ne peut être envoyé : les personnes ne sont pas informées au sujet de leurs demandes.',
  'check.no_mail.name': 'E-mails aux personnes',
  'check.no_mail.advice': 'Définissez mail: { transport } et fromEmail.',
  'check.mail_incomplete':
    '« {subject} » n’est pas défini : certains e-mails n’ont pas de destinataire ou pas de lien qui fonctionne.',
  'check.mail_incomplete.name': 'Réglages des e-mails',
  'check.mail_incomplete.advice': 'Définissez {subject}.',
  'check.no_admin': 'Personne n’a accès à l’administration : aucun texte de politique ne peut être rédigé.',
  'check.no_admin.name': 'Accès à l’administration',
  'check.no_admin.advice': 'Définissez isAdminMethod.',
  'check.no_client_address':
    'L’hôte ne transmet pas les adresses des clients : tous les visiteurs partagent une seule limite d’écriture.',
  'check.no_client_address.name': 'Adresses des clients',
  'check.no_client_address.advice':
    'Montez le moteur avec un adaptateur, ou passez l’adresse à engine.fetch dans env.ip.',
};
