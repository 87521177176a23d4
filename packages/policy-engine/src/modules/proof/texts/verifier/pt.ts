import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pt: TextsLike<typeof en> = {
  'ledger.verifier.title': 'Verificar um comprovativo',
  'ledger.verifier.lead':
    'Esta página verifica um comprovativo no seu navegador, sem contactar o site que o emitiu. Nada do que introduzir é enviado.',
  'ledger.verifier.noscript': 'Esta página requer JavaScript: a verificação é feita no seu navegador.',
  'ledger.verifier.unable':
    'Este navegador não consegue verificar assinaturas aqui. Abra esta página por HTTPS ou como ficheiro guardado, numa versão atual do Chrome, Edge, Firefox ou Safari.',
  'ledger.verifier.receipt': 'Comprovativo (JSON)',
  'ledger.verifier.receipt.hint': 'Escolha o ficheiro, largue-o nesta página ou cole o seu conteúdo.',
  'ledger.verifier.file': 'Escolher ficheiro',
  'ledger.verifier.keys': 'Chaves do livro-razão',
  'ledger.verifier.keys.hint':
    'Uma chave por linha, como shop.example/ledger+0a1b2c3d+AbCd… Obtenha-as de uma fonte que não seja o comprovativo: onde o site as publica ou de alguém que as tenha registado.',
  'ledger.verifier.noted': 'Comparar com um ponto de controlo registado noutro local',
  'ledger.verifier.noted.checkpoint': 'Ponto de controlo registado',
  'ledger.verifier.noted.checkpoint.hint':
    'De um e-mail para administradores ou de alguém que registou um. Inclua as linhas das assinaturas.',
  'ledger.verifier.noted.consistency': 'Prova de consistência (JSON)',
  'ledger.verifier.noted.consistency.hint':
    'Só é necessária se os dois pontos de controlo tiverem tamanhos diferentes. A verificação indica que prova deve obter.',
  'ledger.verifier.check': 'Verificar',
  'ledger.verifier.save':
    'Guarde esta página para verificar comprovativos sem ligação, mesmo que o site já não exista.',
  'ledger.verifier.save.action': 'Guardar página',
  'ledger.verifier.verdict.holds': 'O comprovativo é válido',
  'ledger.verifier.verdict.holds.text':
    'O livro-razão cujas chaves introduziu contém esta entrada tal como é mostrada abaixo. Não foi alterada desde que foi selada.',
  'ledger.verifier.verdict.marked': 'O comprovativo é válido, mas a entrada está sinalizada',
  'ledger.verifier.verdict.marked.text':
    'Todos os passos foram bem-sucedidos, mas só provam que a entrada foi selada com uma sinalização, porque o site não conseguiu confirmar a sua origem.',
  'ledger.verifier.verdict.pending': 'O comprovativo está pendente e ainda não prova nada',
  'ledger.verifier.verdict.pending.text':
    'A entrada não está selada: nenhuma assinatura a abrange, pelo que qualquer pessoa poderia ter escrito o conteúdo abaixo. Descarregue novamente o comprovativo dentro de um minuto.',
  'ledger.verifier.verdict.refused': 'O comprovativo não é válido',
  'ledger.verifier.verdict.refused.text':
    'Um passo falhou, pelo que o conteúdo do comprovativo não está provado e não é mostrado. Certifique-se de que o ficheiro está completo e de que as chaves pertencem a este livro-razão.',
  'ledger.verifier.unchecked': 'Não verificado',
  'ledger.verifier.unchecked.receipt': 'Introduza primeiro um comprovativo.',
  'ledger.verifier.unchecked.keys':
    'Introduza pelo menos uma chave do livro-razão: sem uma chave, nada pode ser provado.',
  'ledger.verifier.unchecked.key': 'Esta linha não é uma chave de livro-razão: {line}',
  'ledger.verifier.unchecked.large': 'Este ficheiro é demasiado grande para ser um comprovativo.',
  'ledger.verifier.unchecked.unreadable': 'Este ficheiro não é texto UTF-8 válido.',
  'ledger.verifier.steps': 'Passos da verificação',
  'ledger.verifier.says': 'Conteúdo do comprovativo',
  'ledger.verifier.kind': 'Tipo de entrada',
  'ledger.verifier.number': 'Número entre as decisões desta pessoa',
  'ledger.verifier.visitor': 'Visitante',
  'ledger.verifier.state.holds': 'Confirmado',
  'ledger.verifier.state.fails': 'Falhou',
  'ledger.verifier.state.open': 'Não verificado',
  'ledger.verifier.state.warns': 'Nota',
  'ledger.verifier.step.form.holds':
    'O comprovativo tem um formato conhecido, sem nada acrescentado, em falta ou duplicado.',
  'ledger.verifier.step.form.fails':
    'O comprovativo não tem um formato conhecido, ou algo foi acrescentado, está em falta ou está duplicado: {part}',
  'ledger.verifier.step.openings.holds':
    'A pessoa e as circunstâncias correspondem aos compromissos criptográficos da entrada.',
  'ledger.verifier.step.openings.fails': 'Isto não corresponde aos compromissos criptográficos da entrada: {part}',
  'ledger.verifier.step.witnesses.holds':
    '{name} coassinou o ponto de controlo: esta testemunha viu-o em {time} e não viu nenhum livro-razão contraditório.',
  'ledger.verifier.step.witnesses.open':
    'O comprovativo indica que testemunhas coassinaram o ponto de controlo. Isto não foi verificado: introduza as chaves delas juntamente com as do livro-razão.',
  'ledger.verifier.step.witnesses.fails':
    'As coassinaturas indicadas no comprovativo não correspondem ao seu ponto de controlo: {part}',
  'ledger.verifier.step.erasure.holds':
    'O site assinou que os dados da pessoa foram apagados: a identidade já não pode ser mostrada.',
  'ledger.verifier.step.erasure.fails':
    'Nenhuma declaração de que os dados da pessoa foram apagados está assinada com uma chave que introduziu, ou o comprovativo ainda identifica a pessoa: {part}',
  'ledger.verifier.step.text.holds': 'O texto é exatamente aquele a que a decisão se refere.',
  'ledger.verifier.step.text.fails': 'O texto não é aquele a que a decisão se refere.',
  'ledger.verifier.step.text.open': 'O comprovativo não contém um texto.',
  'ledger.verifier.step.checkpoint.holds':
    'O ponto de controlo de {size} entradas de {origin} está assinado com uma chave que introduziu.',
  'ledger.verifier.step.checkpoint.fails':
    'O ponto de controlo não está assinado com uma chave que introduziu ou foi alterado: {part}',
  'ledger.verifier.step.checkpoint.open': 'Nenhum ponto de controlo assinado abrange a entrada.',
  'ledger.verifier.step.place.holds': 'A entrada é a número {index} de {size} entradas, a contar de 0.',
  'ledger.verifier.step.place.fails':
    'A entrada não está incluída no ponto de controlo: a entrada ou o ponto de controlo foi alterado.',
  'ledger.verifier.step.mark.warns':
    'A entrada foi sinalizada quando foi selada ({reason}) e não é válida até um administrador a rever.',
  'ledger.verifier.step.mark.fails': 'A sinalização da entrada não é válida: {part}',
  'ledger.verifier.step.later.holds':
    'O site assinou que as primeiras {size} entradas não contêm nenhuma decisão posterior desta pessoa sobre esta política.',
  'ledger.verifier.step.later.warns':
    'O site assinou que as primeiras {size} entradas contêm uma decisão posterior desta pessoa sobre esta política: este comprovativo não mostra a sua decisão atual.',
  'ledger.verifier.step.later.open': 'O comprovativo não indica se há uma decisão posterior.',
  'ledger.verifier.step.later.fails':
    'A declaração sobre decisões posteriores não está assinada com uma chave que introduziu: {part}',
  'ledger.verifier.step.noted.holds': 'O ponto de controlo registado de {size} entradas pertence ao mesmo livro-razão.',
  'ledger.verifier.step.noted.open':
    'Não foi introduzido nenhum ponto de controlo registado, pelo que não está verificado que todos veem o mesmo livro-razão.',
  'ledger.verifier.step.noted.fails':
    'O comprovativo não pertence ao livro-razão do ponto de controlo registado, ou a prova de consistência não é a correta. Se a prova for a correta, o site mantém dois livros-razão: guarde ambos como prova. {part}',
  'ledger.verifier.step.consistency.open':
    'O ponto de controlo registado tem {noted} entradas e o do comprovativo tem {size}. Introduza como prova de consistência a resposta do site em /ledger/consistency.json?from={from}&to={to}.',
};
