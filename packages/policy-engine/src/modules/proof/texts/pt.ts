import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pt: TextsLike<typeof en> = {
  'nav.ledger': 'Livro-razão',
  'ledger.title': 'Livro-razão',
  'ledger.lead':
    'O registo é a prova assinada de cada decisão: se uma entrada for alterada, removida ou acrescentada mais tarde, a verificação do registo deteta-o.',
  'ledger.mine.title': 'As minhas decisões',
  'ledger.mine.lead': 'Todas as decisões que tomou aqui, cada uma com um comprovativo.',
  'ledger.empty': 'Ainda sem entradas',
  'ledger.empty_text': 'Cada decisão é aqui apresentada logo que é tomada.',
  'ledger.none': 'Nenhuma entrada encontrada',
  'ledger.none_text': 'Nenhuma entrada corresponde a estes filtros.',
  'ledger.all': 'Todas',
  'ledger.kind': 'Tipo',
  'ledger.group.decisions': 'Decisões',
  'ledger.group.marks': 'Sinalizações e revisões',
  'ledger.group.publications': 'Publicações',
  'ledger.group.administration': 'Registo de auditoria',
  'ledger.group.takeovers': 'Continuações após um restauro',
  'ledger.group.all': 'Todas',
  'ledger.policy': 'Política',
  'ledger.decision': 'Decisão',
  'ledger.decision.accepted': 'Aceite',
  'ledger.decision.rejected': 'Rejeitada',
  'ledger.at': 'Hora',
  'ledger.how': 'Origem',
  'ledger.how.panel': 'Centro de privacidade',
  'ledger.how.banner': 'Banner ou formulário incorporado',
  'ledger.how.api': 'Outro programa (API)',
  'ledger.how.sign-up': 'Formulário da conta',
  'ledger.how.import': 'Importação',
  'ledger.how.gpc': 'Sinal do navegador (GPC)',
  'ledger.how.host': 'O próprio site',
  'ledger.how.adopted': 'Copiada de um navegador para uma conta',
  'ledger.subject': 'Pessoa',
  'ledger.subject_id': 'ID de uma pessoa',
  'ledger.visitor': 'Visitante sem conta',
  'ledger.erased': 'Apagada',
  'ledger.state': 'Prova',
  'ledger.state.sealed': 'Selada',
  'ledger.state.pending': 'Pendente',
  'ledger.receipt': 'Comprovativo',
  'ledger.receipt.title': 'Comprovativo da decisão',
  'ledger.receipt.lead':
    'Guarde este comprovativo. Prova o que foi decidido, sobre que texto e quando, mesmo sem este site.',
  'ledger.receipt.pending':
    'Esta decisão está guardada, mas ainda não está selada. O comprovativo ficará completo dentro de momentos.',
  'ledger.receipt.download': 'Descarregar comprovativo (JSON)',
  'ledger.receipt.print_hint': 'Imprima esta página para guardar uma cópia em papel.',
  'ledger.receipt.version': 'Versão do texto',
  'ledger.receipt.text_hash': 'Impressão digital do texto (SHA-256)',
  'ledger.receipt.locale': 'Idioma da página',
  'ledger.receipt.user_agent': 'Navegador',
  'ledger.receipt.network': 'Rede',
  'ledger.receipt.position': 'Número da entrada',
  'ledger.receipt.leaf': 'Impressão digital da entrada',
  'ledger.receipt.adopted': 'Copiada da entrada',
  'ledger.receipt.vendors': 'Fornecedores propostos',
  'ledger.receipt.vendors.refused': 'Fornecedores rejeitados',
  'ledger.receipt.vendors.none': 'Nenhum',
  'ledger.receipt.gpc': 'Global Privacy Control',
  'ledger.receipt.gpc.honoured': 'Rejeitada, como pede o sinal do navegador',
  'ledger.receipt.gpc.overridden': 'Aceite apesar do sinal do navegador',
  'ledger.receipt.shown': 'O que foi mostrado',
  'ledger.receipt.unknown': 'Desconhecido',
  'ledger.kind.suspicion': 'Sinalização de uma entrada de origem desconhecida',
  'ledger.kind.takeover': 'Continuação de um livro-razão anterior',
  'ledger.kind.publication': 'Texto publicado: {policy}',
  'ledger.kind.administration': 'Entrada do registo de auditoria',
  'ledger.how.sealer': 'Selagem',
  'ledger.state.suspect': 'Sinalizada',
  'ledger.keys': 'Para verificação independente',
  'ledger.keys.text':
    'Com estas chaves públicas, qualquer pessoa pode verificar um comprovativo ou um ponto de controlo sem ter de confiar neste site. Publique-as num lugar que ninguém possa alterar juntamente com a base de dados, como uma carta ou outro site.',
  'ledger.keys.stored':
    'A chave de assinatura está guardada na base de dados: quem puder alterar a base de dados também poderia falsificar assinaturas. Peça a um programador que guarde a chave noutro lugar (ledgerKey).',
  'ledger.checkpoint': 'Último ponto de controlo: um resumo assinado de todas as entradas',
  'ledger.verify': 'Verificar o registo',
  'ledger.verify.title': 'Verificação do registo',
  'ledger.verify.lead':
    'Compara cada entrada com as assinaturas feitas quando foi registada, e as decisões, os textos e o registo de auditoria atuais com as entradas.',
  'ledger.verify.ok': 'O registo está íntegro: nada foi alterado, removido ou acrescentado desde a assinatura.',
  'ledger.verify.found':
    'Desvios encontrados: {count}. Guarde esta página e mostre-a a um programador antes de reparar seja o que for: indica o que foi alterado.',
  'ledger.verify.what': 'O que foi encontrado',
  'ledger.verify.code': 'Código',
  'ledger.verify.events': 'Entradas verificadas',
  'ledger.verify.pending': 'Ainda não seladas',
  'ledger.verify.erased': 'Entradas de pessoas cujos dados foram apagados',
  'ledger.verify.keys': 'Assinaturas',
  'ledger.verify.keys.given': 'Verificadas com uma chave guardada fora da base de dados',
  'ledger.verify.keys.stored':
    'Verificadas com a chave da base de dados; isto não exclui uma falsificação por quem possa alterar a base de dados',
  'ledger.verify.keys.none': 'Não verificadas: ainda não existe nenhuma assinatura',
  'ledger.verify.large':
    'Este registo é demasiado grande para ser verificado no painel: mais de {count} entradas. Peça a um programador que execute «policy-engine ledger verify».',
  'ledger.verify.receipt': 'Verificar um único comprovativo',
  'ledger.receipt.suspect':
    'O site não conseguiu confirmar a origem desta entrada quando foi selada. A entrada está sinalizada e não é válida até um administrador a rever.',
  'ledger.receipt.proves': 'O que este comprovativo prova',
  'ledger.receipt.proves.entry':
    'Esta é a entrada número {position} do livro-razão {origin}, e o site assinou um ponto de controlo de {size} entradas que a inclui. Se um único carácter fosse alterado, a prova falharia.',
  'ledger.receipt.proves.not':
    'O que não prova: quem utilizou o dispositivo; que o relógio do site estava certo; que a todos é mostrado o mesmo livro-razão. Para verificar o último ponto, compare o ponto de controlo com um que outra pessoa tenha registado.',
  'ledger.receipt.proves.alone': 'Nenhuma testemunha coassinou o ponto de controlo.',
  'ledger.receipt.later.none':
    'No ponto de controlo de {size} entradas, não há nenhuma decisão posterior desta pessoa sobre esta política. O site assinou esta declaração; não pode ser provada criptograficamente.',
  'ledger.receipt.later.exists':
    'No ponto de controlo de {size} entradas, há uma decisão posterior desta pessoa sobre esta política. Este comprovativo não mostra a sua decisão atual.',
  'ledger.receipt.later.unknown':
    'O comprovativo não indica se há uma decisão posterior, porque os dados da pessoa foram apagados ou a entrada não é uma decisão.',
  'ledger.receipt.text': 'Texto da decisão',
  'ledger.receipt.text_missing': 'O texto já não está disponível na forma em que foi publicado.',
  'ledger.receipt.checkpoint': 'Ponto de controlo',
  'mail.ledger_digest.subject': 'Ponto de controlo {size} do livro-razão',
  'mail.ledger_digest.text':
    'Guarde este e-mail. As linhas abaixo estão assinadas e abrangem todas as decisões até agora. Se alguém reescrever a base de dados, esta deixa de corresponder a elas.',
  'mail.ledger_digest.how':
    'Para verificar o livro-razão, guarde este e-mail como ficheiro e execute: policy-engine ledger verify --checkpoint FICHEIRO',
  'mail.ledger_digest.rewritten':
    'Se a base de dados tiver sido reescrita ou truncada, a verificação apresenta «noted_checkpoint_contradicted» e falha. Um número de entradas inferior ao de um e-mail anterior significa o mesmo.',
  'mail.ledger_digest.events': 'Entradas abrangidas',
  'mail.ledger_digest.action': 'Abrir o livro-razão',
  'check.no_ledger_key.advice': 'Defina ledgerKey como uma chave Ed25519 guardada fora da base de dados.',
  'check.no_ledger_key':
    'A chave que assina o livro-razão está guardada na base de dados, pelo que quem puder escrever na base de dados pode reescrever o livro-razão.',
  'check.ledger_broken': 'Não é possível selar o livro-razão: {subject}.',
  'check.ledger_broken.advice': 'Execute «policy-engine ledger verify» e restaure o que foi alterado.',
  'check.ledger_misnamed': 'Não é possível selar o livro-razão. {subject}',
  'check.ledger_misnamed.advice': 'Remova ledger.origin ou defina-o com o nome do livro-razão.',
  'check.ledger_unsealed': 'Há decisões a aguardar selagem há {subject} minutos.',
  'check.ledger_unsealed.advice':
    'Certifique-se de que um processo chama engine.start() e procure «sealing the ledger failed» no seu ficheiro de registo.',
  'audit.action.ledger_erased': 'Pessoa apagada do livro-razão',
  'audit.action.ledger_suspected': 'Livro-razão: entrada de origem desconhecida sinalizada',
  'audit.action.ledger_judged': 'Livro-razão: entrada sinalizada revista',
  'audit.action.ledger_differs': 'Livro-razão: detetada uma decisão atual que difere do livro-razão',
  'audit.action.ledger_repaired': 'Livro-razão: decisão atual restaurada a partir do livro-razão',
  'audit.action.ledger_restored': 'Livro-razão: continuado com um novo nome após um restauro',
  'jobs.name.ledger_digest': 'E-mail diário do livro-razão',
  'error.not_suspected': 'Esta entrada não foi sinalizada, pelo que não pode ser revista.',
  'notice.ledger_judged': 'Revisão guardada.',
  'ledger.kind.judgement': 'Revisão de uma entrada sinalizada',
  'ledger.suspected.title': 'Entradas sinalizadas',
  'ledger.suspected.lead':
    'O site não conseguiu confirmar a origem destas entradas quando foram seladas. Uma entrada não é válida até ser revista.',
  'ledger.suspected.how':
    'Pergunte à pessoa ou peça a um programador que procure o pedido no registo do servidor. Declare uma entrada nula se a sua origem não puder ser explicada; a decisão é então retirada e a pessoa é questionada de novo.',
  'ledger.suspected.none': 'Sem entradas sinalizadas',
  'ledger.suspected.none_text':
    'As entradas que foram alteradas antes da selagem, ou que não foram escritas pelo site, são aqui apresentadas depois de seladas.',
  'ledger.suspected.reason': 'Motivo',
  'ledger.suspected.reason.changed': 'A entrada foi alterada antes de ser selada.',
  'ledger.suspected.reason.identity_changed':
    'A pessoa ou as circunstâncias da decisão foram alteradas antes de a entrada ser selada.',
  'ledger.suspected.reason.identity_missing': 'A identidade da pessoa foi removida antes de a entrada ser selada.',
  'ledger.suspected.reason.not_appended_here': 'Não foi escrita por um servidor deste site com a chave atual.',
  'ledger.suspected.judgement': 'Revisão',
  'ledger.suspected.suspected': 'Pendente',
  'ledger.suspected.counts': 'Válida',
  'ledger.suspected.void': 'Nula',
  'ledger.suspected.counts.verb': 'Marcar como válida',
  'ledger.suspected.void.verb': 'Marcar como nula',
  'ledger.suspected.waiting':
    'Há entradas de origem desconhecida que precisam da sua revisão. Até lá, não são válidas.',
  'ledger.suspected.open': 'Rever entradas',
  'jobs.name.ledger_replay': 'Comparação diária das decisões atuais com o livro-razão',
  'check.ledger_differs': 'Decisões atuais que diferem do livro-razão: {subject}.',
  'check.ledger_differs.advice':
    'Execute «policy-engine ledger verify» para as listar, apure quem as alterou e execute depois «policy-engine ledger repair».',
  'check.ledger_suspected': 'Entradas sinalizadas do livro-razão a aguardar revisão: {subject}.',
  'check.ledger_suspected.advice': 'Abra a página «Entradas sinalizadas» do livro-razão e reveja-as.',
  'error.ledger_restored':
    'Os dados deste site foram restaurados a partir de uma cópia de segurança e estão a ser verificados. Tente novamente mais tarde.',
  'ledger.witnesses': 'Testemunhas',
  'ledger.witnesses.text':
    'As testemunhas são independentes deste site e confirmam o estado do registo com a sua própria assinatura. Se forem alteradas ou removidas entradas mais tarde, o registo deixa de corresponder ao que assinaram. São necessárias {quorum} de {count}.',
  'ledger.witnesses.newest': 'Entradas no último estado confirmado por testemunhas suficientes: {size}.',
  'ledger.witnesses.none': 'Nenhum estado do registo foi ainda confirmado por testemunhas suficientes.',
  'ledger.witness': 'Testemunha',
  'ledger.witness.size': 'Entradas',
  'ledger.witness.at': 'Última confirmação',
  'ledger.witness.never': 'Nunca',
  'ledger.witness.state': 'Estado',
  'ledger.witness.fresh': 'Em dia',
  'ledger.witness.late': 'Em atraso',
  'ledger.receipt.proves.witnessed':
    'Testemunhas independentes deste site coassinaram o ponto de controlo. Quem tiver as chaves delas pode verificá-lo. As testemunhas são indicadas abaixo.',
  'ledger.receipt.witnesses': 'Coassinado por',
  'mail.ledger_digest.cosigned': 'Último ponto de controlo coassinado',
  'mail.ledger_digest.uncosigned': 'Ainda nenhum',
  'check.ledger_restored':
    'O livro-razão foi restaurado a partir de uma cópia de segurança: {subject}. As novas entradas não são seladas.',
  'check.ledger_restored.advice':
    'Restaure a cópia de segurança mais recente. Se for esta a mais recente, repita os apagamentos feitos desde então e execute «policy-engine ledger restore».',
  'check.restores_unseen':
    'O restauro de uma cópia de segurança da base de dados não seria detetado: as decisões, as retiradas de consentimento e os apagamentos feitos desde a cópia perder-se-iam sem aviso.',
  'check.restores_unseen.advice':
    'Defina ledger.mark como um ficheiro ou armazenamento que não seja restaurado com a base de dados ou configure testemunhas em ledger.witnesses.',
  'check.ledger_mark_failed': 'Não é possível ler ou escrever a marca do livro-razão: {subject}.',
  'check.ledger_mark_failed.advice':
    'Certifique-se de que ledger.mark é um local que mais nada utiliza e no qual o motor pode escrever.',
  'check.ledger_uncosigned': 'Uma testemunha não coassinou recentemente o livro-razão: {subject}.',
  'check.ledger_uncosigned.advice':
    'Execute «policy-engine ledger cosign» para ver a sua resposta e contacte o respetivo operador.',
  'check.ledger_no_quorum': 'Poucas testemunhas coassinaram recentemente o livro-razão: {subject}.',
  'check.ledger_no_quorum.advice':
    'Até haver novamente testemunhas suficientes a coassinar, os comprovativos referem-se a pontos de controlo mais antigos ou sem coassinaturas.',
  'jobs.name.ledger_cosign': 'Coassinatura por testemunhas',
  'check.ledger_clocks':
    'No último dia, o relógio de um servidor diferiu {subject} segundos do relógio da base de dados.',
  'check.ledger_clocks.advice':
    'Sincronize os relógios dos servidores por NTP. A ordem das decisões está correta, mas as horas apresentadas não estão.',
};
