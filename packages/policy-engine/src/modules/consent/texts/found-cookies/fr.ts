import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'nav.found_cookies': 'Cookies trouvés',
  'found_cookies.title': 'Cookies trouvés',
  'found_cookies.lead':
    'Les cookies que les navigateurs envoient réellement, comparés aux cookies déclarés. Seuls les noms sont enregistrés : ni les valeurs, ni leur expéditeur.',
  'found_cookies.off': 'Les noms ne sont plus collectés : la collecte est désactivée dans la configuration.',
  'found_cookies.none': 'Aucun nom de cookie pour l’instant',
  'found_cookies.none_text': 'Ils apparaîtront ici dès que des navigateurs avec des cookies visiteront votre site.',
  'found_cookies.since': 'Collectés depuis',
  'found_cookies.requests_all': 'Requêtes avec des cookies : {count}',
  'found_cookies.limits':
    'Les cookies d’autres domaines et les cookies de chemins que ces requêtes n’ont pas sont invisibles. Un nom qui n’a pas été vu pendant {days} jours est oublié.',
  'found_cookies.before_consent': 'Trouvés avant le consentement',
  'found_cookies.before_consent_text':
    'Ces cookies nécessitent un consentement, mais des navigateurs qui ne l’avaient pas donné les ont envoyés. Demandez à un développeur de vérifier si les pages chargent un script qui n’attend pas le consentement.',
  'found_cookies.undeclared': 'Trouvés, mais non déclarés',
  'found_cookies.undeclared_text':
    'Demandez à un développeur de déclarer chacun d’eux dans le script qui le dépose, pour qu’il soit supprimé après un refus, ou comme strictement nécessaire s’il ne nécessite pas de consentement.',
  'found_cookies.rare':
    'Noms non déclarés présents dans moins de {least} requêtes, non affichés car n’importe qui peut envoyer des noms inventés : {count}',
  'found_cookies.declared': 'Trouvés et déclarés',
  'found_cookies.declared_text': 'Ces cookies figurent dans votre déclaration des cookies.',
  'found_cookies.not_found': 'Déclarés, mais non trouvés',
  'found_cookies.not_found_text':
    'Aucune requête ne contenait ces cookies. Le script ne les dépose peut-être plus, ou ils ont un autre domaine ou un autre chemin.',
  'found_cookies.by': 'Déclaré par',
  'found_cookies.by_engine': 'le moteur',
  'found_cookies.by_site': 'le site (strictement nécessaire)',
  'found_cookies.requests': 'Requêtes',
  'found_cookies.first': 'Vu pour la première fois',
  'found_cookies.last': 'Vu pour la dernière fois',
  'found_cookies.without': 'Sans consentement',
  'found_cookies.of': '{count} requêtes sur {all}',
  'found_cookies.last_without': 'Dernière fois sans consentement',
  'check.cookies_found_before_consent':
    'Des navigateurs sans consentement envoient des cookies qui en nécessitent un : {subject}.',
  'check.cookies_found_before_consent.name': 'Aucun cookie avant le consentement',
  'check.cookies_found_before_consent.advice':
    'Vérifiez si vos pages contiennent, en dehors de renderScripts, une balise qui les dépose. La page « Cookies trouvés » indique combien de fois et quand.',
  'check.cookies_found_undeclared': 'Les navigateurs envoient des cookies non déclarés : {subject}.',
  'check.cookies_found_undeclared.name': 'Les cookies des navigateurs sont déclarés',
  'check.cookies_found_undeclared.advice':
    'Déclarez-les dans le script qui les dépose, ou dans necessaryCookies s’ils ne nécessitent pas de consentement. La page « Cookies trouvés » les énumère.',
};
