import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'nav.check': 'Conformité',
  'check.title': 'Contrôle de conformité',
  'check.lead': 'Le moteur compare sa configuration et ses textes à ce que la loi demande.',
  'check.passed': 'Réussis : {passed} contrôles sur {all}',
  'check.article': 'RGPD {article}',
  'check.none': 'Aucun constat',
  'check.none_text': 'Toutes les obligations que le moteur connaît sont remplies.',
  'check.severity.error': 'Non respecté',
  'check.severity.warning': 'Avertissement',
  'check.yours': 'Pour les administrateurs',
  'check.developer': 'Pour les développeurs',
  'check.to_do': 'À traiter',
  'check.to_do.count': 'Constats : {count}',
  'check.to_do.all': 'Tout voir',
  'check.migrations_pending': 'Modifications qui manquent à la base de données : {subject}.',
  'check.migrations_pending.advice':
    'Lancez npx policy-engine migrate, ou await engine.migrate() au démarrage ; migrate --status les énumère.',
  'check.schema_newer': 'Une version plus récente du moteur a migré la base de données : {subject}.',
  'check.schema_newer.advice': 'Exécutez cette version, ou une version ultérieure.',
  'check.no_mail': 'Aucun message ne peut être envoyé : personne n’apprend ce que devient sa demande.',
  'check.no_mail.advice': 'Indiquez mail: { transport } et fromEmail.',
  'check.mail_incomplete':
    'Des messages partent, mais « {subject} » manque : certains n’arrivent à personne ou ne mènent nulle part.',
  'check.mail_incomplete.advice': 'Indiquez {subject}.',
  'check.no_admin': 'Personne ne peut utiliser l’administration : aucun texte ne peut être écrit.',
  'check.no_admin.advice': 'Indiquez isAdminMethod.',
  'check.no_client_address':
    'L’hôte n’indique pas d’adresses de client : une seule limite vaut pour tous les visiteurs qui écrivent.',
  'check.no_client_address.advice':
    'Montez le moteur avec un adaptateur, ou donnez l’adresse à engine.fetch dans env.ip.',
  'check.to_do.more': 'De plus : {count}',
};
