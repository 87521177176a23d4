import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pt: TextsLike<typeof en> = {
  'nav.privacy': 'A sua privacidade',
  'centre.title': 'A sua privacidade',
  'centre.lead':
    'As suas decisões, o que aguarda uma decisão sua e os seus direitos sobre os seus dados. Pode mudar de ideias aqui a qualquer momento.',
  'centre.lead_visitor':
    'A decisão sobre o que é executado neste navegador é sua. Pode mudar de ideias aqui a qualquer momento.',
  'choice.own.locale': 'Guarda o idioma que escolheu no centro de privacidade. Só é criado quando escolhe um.',
  'centre.contents': 'Nesta página',
  'centre.languages': 'Idioma desta página',
  'centre.open': 'por decidir: {count}',
  'centre.asked': 'A aguardar a sua decisão',
  'centre.asked.browser': 'Neste navegador:',
  'centre.decided': 'As suas decisões',
  'centre.decided.none': 'Ainda não decidiu sobre nenhuma política.',
  'centre.unpublished': 'Ainda por publicar:',
  'centre.browser': 'Neste navegador',
  'centre.notices': 'Informações para si',
  'centre.notice_changed': 'Alterado',
  'centre.sign_in': 'Inicie sessão para ver as decisões da sua conta e pedir os seus dados.',
  'centre.record': 'Histórico completo com comprovativos',
  'centre.text_page': 'Abrir o texto completo',
  'centre.history': 'Histórico: {count}',
  'centre.changes.accepted':
    'Aceitou a versão {from}. Está agora em vigor a versão {to}, pelo que voltamos a perguntar.',
  'centre.changes.rejected':
    'Rejeitou a versão {from}. Está agora em vigor a versão {to}, pelo que voltamos a perguntar.',
  'centre.changes.show': 'Mostrar o que mudou',
  'centre.changes.unknown':
    'O texto anterior não está disponível neste idioma, pelo que não é possível mostrar as alterações.',
  'centre.refuse': 'Se rejeitar',
  'centre.withdraw': 'Se retirar o seu consentimento',
  'centre.refuse.blocking': 'Não pode continuar aqui até aceitar.',
  'centre.refuse.update': 'Não pode guardar alterações à sua conta até aceitar.',
  'centre.refuse.scripts': 'Não são executados aqui: {scripts}.',
  'centre.refuse.cookies': 'O seu navegador recebe a indicação de eliminar os respetivos cookies.',
  'centre.refuse.free': 'Pode continuar sem aceitar: a escolha é livre.',
  'centre.refuse.past': 'Aplica-se a partir de agora, não ao passado.',
  'centre.did.accepted': 'Aceitou «{policy}».',
  'centre.did.rejected': 'Rejeitou «{policy}».',
  'centre.did.revoked': 'A sua aceitação anterior já não se aplica.',
  'centre.did.withdrawn': 'Retirou o seu consentimento para «{policy}». A partir de agora já não se aplica.',
  'centre.did.run': 'Podem agora ser executados aqui: {scripts}.',
  'centre.did.stopped': 'Deixam de ser executados aqui quando abrir a página seguinte: {scripts}.',
  'centre.did.cookies': 'O seu navegador recebeu a indicação de eliminar os respetivos cookies.',
  'choice.unknown_vendor': '«{vendor}» não é um fornecedor deste consentimento.',
  'choice.vendors': 'Escolher fornecedores um a um',
  'choice.vendors.save': 'Guardar escolhas',
  'choice.vendors.hint':
    'Os fornecedores assinalados são aceites e os restantes rejeitados. Se nenhum estiver assinalado, toda a finalidade é rejeitada.',
  'choice.vendor_new': 'Acrescentado depois da sua decisão',
  'choice.without': 'Aceite sem: {vendors}',
  'centre.did.without': 'Não são executados aqui porque não os aceitou: {scripts}.',
  'notice.accepted_all': 'Aceitou tudo o que requer o seu consentimento neste navegador.',
  'notice.rejected_all':
    'Rejeitou tudo o que requer o seu consentimento neste navegador. Deixa de ser executado quando abrir a página seguinte.',
};
