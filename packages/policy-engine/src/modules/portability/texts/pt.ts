import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pt: TextsLike<typeof en> = {
  'requests.mine.title': 'Os meus dados',
  'requests.mine.lead':
    'Pode pedir uma cópia de todos os dados que guardamos a seu respeito. É gratuito e não precisa de indicar um motivo.',
  'requests.ask.title': 'Como funciona',
  'requests.ask.again': 'Pedir uma nova cópia',
  'requests.ask.step1': 'Pede os seus dados com um clique.',
  'requests.ask.step2': 'Analisamos o seu pedido e preparamos os seus dados no prazo de um mês.',
  'requests.ask.step3':
    'Descarrega um único ficheiro. Descompacte-o e abra «index.html» para ler e pesquisar os seus dados no seu computador.',
  'requests.ask.verb': 'Pedir os meus dados',
  'requests.mine.pending': 'Recebemos o seu pedido',
  'requests.mine.pending_text': 'Vamos analisá-lo e, depois, preparar os seus dados. Não precisa de fazer nada.',
  'requests.mine.told': 'Enviar-lhe-emos um e-mail quando os seus dados estiverem prontos.',
  'requests.mine.untold': 'Volte a esta página: os seus dados estarão disponíveis aqui.',
  'requests.mine.progress': 'Estamos a preparar os seus dados',
  'requests.mine.progress_text': 'Pode sair desta página.',
  'requests.mine.failed': 'Estamos a preparar os seus dados',
  'requests.mine.failed_text': 'Ocorreu um erro do nosso lado e vamos resolvê-lo. Não precisa de fazer nada.',
  'requests.mine.completed': 'Os seus dados estão prontos',
  'requests.mine.completed_text':
    'Descompacte o ficheiro e abra «index.html». Guarde-o num local seguro: contém todos os seus dados.',
  'requests.mine.denied': 'O seu pedido foi recusado',
  'requests.mine.denied_text':
    'Veja o motivo abaixo. Pode apresentar uma reclamação a uma autoridade de proteção de dados ou recorrer aos tribunais.',
  'requests.mine.expired': 'A sua cópia expirou',
  'requests.mine.expired_text': 'Pode pedir uma nova a qualquer momento.',
  'requests.size': 'Tamanho',
  'requests.expires': 'Disponível até',
  'requests.download': 'Descarregar os meus dados',
  'requests.withdraw': 'Retirar o pedido',
  'requests.delete_copy': 'Eliminar esta cópia',
  'requests.withdraw.title': 'Retirar o seu pedido?',
  'requests.withdraw.text': 'Deixaremos de o tratar. Pode fazer um novo pedido a qualquer momento.',
  'requests.delete_copy.title': 'Eliminar este pedido?',
  'requests.delete_copy.text':
    'A cópia é eliminada, se ainda existir, e o pedido é removido desta página. Os seus dados propriamente ditos não são afetados.',
  'requests.rights_text':
    'Tem direito a uma cópia dos seus dados (artigo 15.º do RGPD) e a receber os dados que forneceu num formato de leitura automática (artigo 20.º). Respondemos no prazo de um mês a contar da receção do seu pedido. Se este for complexo, podemos prorrogar o prazo por dois meses e indicaremos o motivo durante o primeiro mês (artigo 12.º, n.º 3). Se recusarmos o seu pedido, indicaremos o motivo, e pode apresentar uma reclamação a uma autoridade de proteção de dados.',
  'requests.progress': 'Progresso',
  'requests.progress.waiting': 'Começa em breve.',
  'requests.progress.worker':
    'À espera de um processo de trabalho. Se isto não mudar, não há nenhum em execução. Peça ao seu programador que inicie um com engine.start() ou policy-engine work.',
  'requests.mine.not_here':
    'Ainda não está disponível nesta página uma cópia dos seus dados. Continua a ter direito a ela: contacte-nos, por favor.',
  'requests.progress.rows': 'Até agora: {rows} registos, {files} ficheiros, {size}',
  'requests.progress.of': 'Até agora: {rows} de cerca de {expected} registos, {files} ficheiros, {size}',
  'requests.state.progress': 'Em curso',
  'requests.state.expired': 'Expirado',
  'requests.kind': 'Cópia dos meus dados',
  'requests.all.title': 'Pedidos de acesso',
  'requests.all.lead': 'Pedidos de uma cópia de dados pessoais. Cada um tem de ter resposta no prazo de um mês.',
  'requests.all.none': 'Ainda não há pedidos',
  'requests.all.none_text': 'Os pedidos de uma cópia dos dados aparecem aqui.',
  'requests.filter.progress': 'Em curso',
  'requests.filter.expired': 'Expirados',
  'requests.one.title': 'Pedido de acesso de {person}',
  'requests.delete': 'Eliminar',
  'requests.error': 'A exportação falhou e não será repetida automaticamente. Erro:',
  'requests.error_retrying': 'A última tentativa falhou. Será repetida automaticamente. Erro:',
  'requests.confirm.verb': 'Confirmar e criar a cópia',
  'requests.confirm.title': 'Confirmar este pedido?',
  'requests.confirm.text': 'É criada uma exportação dos dados de {person}. Só essa pessoa a pode descarregar.',
  'requests.deny.title': 'Recusar este pedido?',
  'requests.deny.text':
    '{person} recebe o motivo e a informação de que pode apresentar uma reclamação a uma autoridade de proteção de dados.',
  'requests.deny.hint':
    'Utilize linguagem simples, no idioma da pessoa. Uma recusa requer um fundamento jurídico: por exemplo, não é possível verificar quem fez o pedido ou os pedidos são excessivos (artigo 12.º, n.os 4, 5 e 6, do RGPD).',
  'requests.extend.title': 'Prorrogar o prazo por dois meses?',
  'requests.extend.text':
    '{person} recebe o motivo e o novo prazo. O prazo pode ser prorrogado uma vez, durante o primeiro mês.',
  'requests.extend.hint':
    'Utilize linguagem simples, no idioma da pessoa. A lei permite uma prorrogação em caso de pedidos complexos ou numerosos (artigo 12.º, n.º 3, do RGPD).',
  'requests.delete.title': 'Eliminar este pedido?',
  'requests.delete.text':
    'O pedido de {person} é eliminado juntamente com a sua exportação. A pessoa pode fazer um novo pedido.',
  'notice.request_created': 'Recebemos o seu pedido.',
  'notice.request_deleted': 'Eliminado.',
  'notice.request_confirmed': 'Confirmado. A exportação começou.',
  'notice.request_denied': 'Recusado. A pessoa será informada do motivo.',
  'notice.request_extended': 'Prazo prorrogado. A pessoa será informada do motivo.',
  'notice.request_retried': 'A exportação está a ser repetida.',
  'error.request_open': 'Já tem um pedido de informações pendente; ainda não é possível criar outro.',
  'error.export_impossible':
    'Não é possível criar a exportação: a opção «{option}» não está definida. Peça ao seu programador que a defina. O pedido continua em aberto.',
  'error.user_gone':
    'O utilizador que fez este pedido já não existe, pelo que não é possível criar uma cópia. Recuse ou elimine o pedido.',
  'error.request_not_failed': 'Só uma exportação falhada pode ser repetida.',
  'error.export_gone': 'Esta cópia já não está disponível. Peça uma nova.',
  'audit.action.request_confirmed': 'Pedido de acesso confirmado',
  'audit.action.request_denied': 'Pedido de acesso recusado',
  'audit.action.request_extended': 'Prazo prorrogado',
  'audit.action.request_retried': 'Exportação repetida',
  'audit.action.request_deleted': 'Pedido de acesso eliminado',
  'mail.reason.asked': 'recebe este e-mail porque pediu uma cópia dos seus dados.',
  'mail.portability_requested.subject': 'Novo pedido de uma cópia de dados',
  'mail.portability_requested.text':
    'Confirme o pedido, ou recuse-o indicando um motivo, até {due}. A lei concede um mês.',
  'mail.portability_requested.confirmed':
    'O pedido foi confirmado automaticamente e a exportação está a ser criada. Não precisa de fazer nada.',
  'mail.portability_requested.action': 'Ver pedido',
  'mail.portability_progress.subject': 'Estamos a preparar os seus dados',
  'mail.portability_progress.text':
    'O seu pedido foi confirmado. Enviar-lhe-emos um e-mail quando os seus dados estiverem prontos para descarregar. Não precisa de fazer nada.',
  'mail.portability_progress.action': 'Ver progresso',
  'mail.portability_completed.subject': 'Os seus dados estão prontos',
  'mail.portability_completed.text':
    'Uma cópia dos seus dados está pronta para descarregar. Só pode ser aberta por si, depois de iniciar sessão.',
  'mail.portability_completed.until': 'Pode descarregá-la até {until}. Depois, a cópia é eliminada.',
  'mail.portability_completed.action': 'Descarregar os meus dados',
  'mail.portability_denied.subject': 'O seu pedido de dados foi recusado',
  'mail.portability_denied.text':
    'Analisámos o seu pedido de uma cópia dos seus dados e não podemos dar-lhe seguimento. O motivo:',
  'mail.portability_extended.subject': 'O seu pedido de dados vai demorar mais tempo',
  'mail.portability_extended.text':
    'Precisamos de mais tempo para preparar a cópia dos seus dados. Estará pronta, o mais tardar, até {due}. O motivo:',
  'check.no_user_lookup':
    'As exportações e os e-mails não conseguem encontrar a pessoa a que se destinam, pelo que todos os pedidos de acesso falham.',
  'check.no_user_lookup.advice': 'Defina userResource.find.',
  'check.no_portability_rule':
    'Nenhuma regra define que dados podem ser exportados, pelo que ninguém pode pedir os seus dados aqui.',
  'check.no_portability_rule.advice': 'Defina portabilityRules.',
  'jobs.name.portability-export': 'Exportação dos dados de uma pessoa',
  'jobs.name.portability-discard': 'Eliminação de uma exportação',
  'jobs.name.portability-purge': 'Eliminação de exportações expiradas',
  'requests.retry.title': 'Repetir esta exportação?',
  'requests.retry.text': 'A exportação dos dados de {person} recomeça do início.',
  'requests.timeline.copied': 'Cópia pronta',
  'requests.kind.portability': 'Pedido de acesso',
  'requests.bulk.confirm.portability': 'é criada uma exportação dos dados. Só a própria pessoa a pode descarregar.',
  'requests.centre.title': 'Obter uma cópia dos seus dados',
  'requests.centre.more': 'Pedidos anteriores e os seus direitos',
  'requests.mine.step.begun': 'Começámos a preparar os seus dados.',
  'requests.mine.step.completed': 'Os seus dados estão prontos.',
  'requests.mine.step.denied': 'Recusámos o pedido e indicámos o motivo.',
  'requests.mine.step.expired': 'A cópia foi eliminada.',
  'requests.mine.next.pending': 'Analisamos o seu pedido.',
  'requests.mine.next.progress': 'Pode descarregar os seus dados aqui.',
  'requests.mine.next.completed': 'A cópia é eliminada.',
};
