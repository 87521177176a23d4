import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pt: TextsLike<typeof en> = {
  'check.title': 'Verificação da conformidade',
  'check.lead': 'O motor compara a sua configuração e os seus textos com os requisitos da lei.',
  'check.none': 'Sem constatações',
  'check.passed': 'Aprovadas: {passed} de {all} verificações',
  'check.passed.show': 'Mostrar o que foi aprovado',
  'check.passed.text':
    'Estas verificações não encontraram nada: o requisito está cumprido ou este site não usa aquilo de que trata.',
  'check.article': 'RGPD {article}',
  'check.article.eprivacy': 'Diretiva ePrivacy {article}',
  'check.none_text': 'Todos os requisitos que o motor consegue verificar são cumpridos.',
  'check.severity.error': 'Não cumprido',
  'check.severity.warning': 'Aviso',
  'check.yours': 'Para administradores',
  'check.to_do': 'Requer atenção',
  'check.to_do.count': 'Constatações: {count}',
  'check.to_do.all': 'Ver todas as constatações',
  'check.migrations_pending': 'Migrações pendentes da base de dados: {subject}.',
  'check.migrations_pending.name': 'Migrações da base de dados',
  'check.migrations_pending.advice':
    'Execute npx --offline policy-engine migrate, ou await engine.migrate() no arranque; migrate --status apresenta a lista.',
  'check.schema_newer': 'A base de dados foi migrada por uma versão mais recente do motor: {subject}.',
  'check.schema_newer.name': 'Versão do motor e da base de dados',
  'check.schema_newer.advice': 'Execute essa versão ou uma posterior.',
  'check.no_mail': 'Não é possível enviar e-mails, pelo que as pessoas não são notificadas sobre os seus pedidos.',
  'check.no_mail.name': 'E-mails às pessoas',
  'check.no_mail.advice': 'Defina mail: { transport } e fromEmail.',
  'check.mail_incomplete':
    '«{subject}» não está definido, pelo que alguns e-mails não têm destinatário ou uma ligação que funcione.',
  'check.mail_incomplete.name': 'Definições do e-mail',
  'check.mail_incomplete.advice': 'Defina {subject}.',
  'check.no_admin': 'Ninguém tem acesso à administração, pelo que não é possível escrever textos de políticas.',
  'check.no_admin.name': 'Acesso à administração',
  'check.no_admin.advice': 'Defina isAdminMethod.',
  'check.no_client_address':
    'A aplicação anfitriã não transmite os endereços dos clientes, pelo que todos os visitantes partilham um único limite de escritas.',
  'check.no_client_address.name': 'Endereços dos clientes',
  'check.no_client_address.advice': 'Monte o motor com um adaptador ou passe o endereço a engine.fetch como env.ip.',
};
