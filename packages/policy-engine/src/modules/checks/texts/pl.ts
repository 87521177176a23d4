import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pl: TextsLike<typeof en> = {
  'check.title': 'Kontrola zgodności',
  'check.lead': 'Silnik porównuje swoją konfigurację i teksty z wymaganiami prawa.',
  'check.passed': 'Zaliczone kontrole: {passed} z {all}',
  'check.passed.show': 'Pokaż zaliczone kontrole',
  'check.passed.text':
    'Te kontrole niczego nie wykryły: wymaganie jest spełnione albo ten serwis nie korzysta z tego, czego ono dotyczy.',
  'check.article': 'RODO {article}',
  'check.article.eprivacy': 'Dyrektywa o prywatności elektronicznej {article}',
  'check.none': 'Brak uwag',
  'check.none_text': 'Każde wymaganie, które silnik może sprawdzić, jest spełnione.',
  'check.severity.error': 'Niespełnione',
  'check.severity.warning': 'Ostrzeżenie',
  'check.yours': 'Dla administratorów serwisu',
  'check.to_do': 'Wymaga uwagi',
  'check.to_do.count': 'Uwagi: {count}',
  'check.to_do.all': 'Pokaż wszystkie uwagi',
  'check.migrations_pending': 'Oczekujące migracje bazy danych: {subject}.',
  'check.migrations_pending.name': 'Migracje bazy danych',
  'check.migrations_pending.advice':
    'Należy uruchomić npx --offline policy-engine migrate lub wywołać await engine.migrate() przy starcie; listę pokazuje migrate --status.',
  'check.schema_newer': 'Bazę danych zmigrowała nowsza wersja silnika: {subject}.',
  'check.schema_newer.name': 'Wersja silnika i bazy danych',
  'check.schema_newer.advice': 'Należy uruchomić tę wersję lub późniejszą.',
  'check.no_mail': 'Nie można wysłać żadnej wiadomości e-mail, więc osoby nie są powiadamiane o swoich wnioskach.',
  'check.no_mail.name': 'Wiadomości e-mail do osób',
  'check.no_mail.advice': 'Należy ustawić mail: { transport } i fromEmail.',
  'check.mail_incomplete':
    'Nie ustawiono „{subject}”, więc niektóre wiadomości e-mail nie mają odbiorcy lub działającego linku.',
  'check.mail_incomplete.name': 'Ustawienia poczty e-mail',
  'check.mail_incomplete.advice': 'Należy ustawić {subject}.',
  'check.no_admin': 'Nikt nie ma dostępu do administracji, więc nie można pisać tekstów polityk.',
  'check.no_admin.name': 'Dostęp do administracji',
  'check.no_admin.advice': 'Należy ustawić isAdminMethod.',
  'check.no_client_address':
    'Host nie przekazuje adresów klientów, więc wszyscy odwiedzający mają wspólny limit zapisów.',
  'check.no_client_address.name': 'Adresy klientów',
  'check.no_client_address.advice':
    'Należy zamontować silnik za pomocą adaptera lub przekazać adres do engine.fetch jako env.ip.',
};
