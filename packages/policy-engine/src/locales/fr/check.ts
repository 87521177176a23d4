import type { TextsLike } from '../catalogue.ts';
import type { check as english } from '../en/check.ts';

export const check: TextsLike<typeof english> = {
  'nav.check': 'Vérification',
  'check.title': 'Ce qui manque',
  'check.lead': 'Le moteur compare sa configuration et ses textes à ce que la loi demande.',
  'check.none': 'Rien ne manque',
  'check.none_text': 'Toutes les obligations que le moteur connaît sont remplies.',
  'check.severity.error': 'Manque',
  'check.severity.warning': 'À examiner',
  'check.yours': 'Vous pouvez le faire',
  'check.developer': 'Pour votre développeur',
  'check.open_policy': 'Ouvrir la politique',
  'check.open_jobs': 'Ouvrir le travail en arrière-plan',
  'check.missing_texts': '{count} politiques n’ont pas de texte en vigueur : personne ne peut les accepter.',
  'check.missing_texts.advice': 'Rédigez chaque texte et publiez-le.',
  'check.to_do': 'Ce qui reste à faire',
  'check.to_do.count': 'À faire : {count}',
  'check.to_do.all': 'Tout voir',
  'check.migrations_pending': 'Modifications qui manquent à la base de données : {subject}.',
  'check.migrations_pending.advice':
    'Lancez npx policy-engine migrate, ou await engine.migrate() au démarrage ; migrate --status les énumère.',
  'check.no_cookie_rule': 'Aucune règle n’interroge les visiteurs non connectés : personne ne consent aux cookies.',
  'check.no_cookie_rule.advice': 'Ajoutez une règle telle que cookie avec sessionless: true.',
  'check.no_age_rule': 'Aucune règle ne demande l’âge.',
  'check.no_age_rule.advice': 'Ajoutez une règle telle que age qui confirme 16 ans ou l’âge de votre pays.',
  'check.no_privacy_rule': 'Aucune règle ne couvre la vie privée et les conditions d’utilisation.',
  'check.no_privacy_rule.advice': 'Ajoutez une règle telle que privacy_terms.',
  'check.missing_text': 'La règle « {subject} » n’a pas de texte en vigueur : personne ne peut l’accepter.',
  'check.missing_text.advice': 'Écrivez son texte sous Politiques et publiez-le.',
  'check.blocking_consent':
    'La règle « {subject} » est un consentement et bloque tant qu’il n’est pas donné : il n’est pas libre.',
  'check.blocking_consent.advice': 'Retirez-lui blocking ; seul ce qu’un contrat exige peut bloquer.',
  'check.withdrawal_harder':
    'Qui retire le consentement « {subject} » ne peut plus enregistrer son compte : le retirer coûte plus que le donner.',
  'check.withdrawal_harder.advice': 'Retirez-lui validatesOn.',
  'check.withdrawal_hidden': 'Les personnes non connectées ne trouvent pas où retirer un consentement.',
  'check.withdrawal_hidden.advice': 'Indiquez loginUrl, pour que les pages puissent y mener.',
  'check.cookies_stay': 'Les cookies du script « {subject} » restent après un refus.',
  'check.cookies_stay.advice': 'N’utilisez permanent que pour des cookies qui ne demandent pas de consentement.',
  'check.cookies_undescribed':
    'La déclaration des cookies ne dit pas qui conserve les cookies du script « {subject} », pourquoi ou combien de temps.',
  'check.cookies_undescribed.advice':
    'Indiquez provider dans le script, puis purpose et duration pour chacun de ses cookies.',
  'check.no_ledger_key': 'Le registre n’est pas signé : qui peut écrire dans la base peut le réécrire.',
  'check.no_ledger_key.advice': 'Indiquez dans ledgerKey une clé Ed25519 gardée hors de la base.',
  'check.environment_unset':
    'Personne n’a dit quel est cet environnement : les scripts de développement sont affichés.',
  'check.environment_unset.advice': 'Indiquez NODE_ENV ou environment.',
  'check.no_mail': 'Aucun message ne peut être envoyé : personne n’apprend ce que devient sa demande.',
  'check.no_mail.advice': 'Indiquez mail: { transport } et fromEmail.',
  'check.mail_incomplete':
    'Des messages partent, mais « {subject} » manque : certains n’arrivent à personne ou ne mènent nulle part.',
  'check.mail_incomplete.advice': 'Indiquez {subject}.',
  'check.no_admin': 'Personne ne peut utiliser l’administration : aucun texte ne peut être écrit.',
  'check.no_admin.advice': 'Indiquez isAdminMethod.',
  'check.missing_language':
    'Il manque au texte en vigueur de « {subject} » une langue que la version précédente avait.',
  'check.missing_language.advice': 'Ajoutez la traduction : ouvrez la version sous Politiques.',
  'check.work_failed': 'Tâches de fond qui ont échoué définitivement : {subject}.',
  'check.work_failed.advice': 'Voyez Tâches de fond : la raison y figure, et elles peuvent être retentées.',
  'check.work_waiting': 'Les tâches de fond ne sont pas faites ; la plus ancienne attend depuis {subject}.',
  'check.work_waiting.advice': 'Appelez engine.start() dans un processus qui dure, ou exécutez policy-engine work.',
  'check.no_user_lookup':
    'Ni les exports ni les messages ne trouvent leur destinataire, donc chaque demande de données échoue.',
  'check.no_user_lookup.advice': 'Définissez userResource.find.',
  'check.no_portability_rule':
    'Aucune règle ne dit ce que chacun peut emporter : personne ne peut demander ses données ici.',
  'check.no_portability_rule.advice': 'Définissez portabilityRules.',
};
