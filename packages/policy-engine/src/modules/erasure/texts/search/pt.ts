import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pt: TextsLike<typeof en> = {
  'erasure.mine.completed.unsearched': 'Os seus dados foram apagados, tanto quanto pudemos verificar',
  'erasure.mine.step.unsearched':
    'O apagamento terminou. Não foi possível pesquisar todos os locais por dados restantes.',
  'erasure.left.unsearched':
    'Não foi possível pesquisar alguns locais por dados restantes. O operador deste site vê quais são.',
  'erasure.absence.undeclared': 'Em nenhuma regra de dados',
  'erasure.absence.undeclared_advice':
    'Nada é apagado das tabelas sem regra de dados. Um programador pode acrescentar uma regra ou excluí-las com um motivo (dataMap.exempt).',
  'erasure.absence.nothing_searched':
    'Nada foi encontrado onde foi possível pesquisar. Veja abaixo o que não foi pesquisado.',
  'erasure.absence.left_out':
    'Palavras que não foram pesquisadas por serem demasiado curtas ou demasiado comuns: {words}.',
  'erasure.absence.elsewhere': 'Não pesquisados, porque podem pertencer a outras aplicações: {names}',
  'erasure.absence.not.excluded': 'Excluído pela configuração',
  'erasure.absence.not.permission': 'O motor não tem permissão de leitura',
  'erasure.absence.not.filtered': 'Pesquisado, mas a segurança por linha da base de dados pode ocultar linhas',
  'erasure.absence.not.time': 'A leitura demorou demasiado, ou a tabela estava bloqueada',
  'erasure.absence.not.size': 'Os valores são demasiado longos ou demasiados para serem comparados na totalidade',
  'erasure.absence.not.index': 'Índice de texto integral cujo texto não pode ser lido',
  'erasure.absence.not.failed': 'A base de dados comunicou um erro',
  'erasure.absence.not.note': '{reason}: {note}',
  'erasure.undeclared.title': 'Tabelas sem regra de dados',
  'erasure.undeclared.searched':
    'Foram pesquisadas {columns} colunas de {tables} tabelas que nenhuma regra de dados nomeia. Serão pesquisadas de novo depois do apagamento.',
  'erasure.undeclared.found':
    'Há dados que identificam a pessoa em tabelas que nenhuma regra de dados nomeia. O apagamento não os remove.',
  'erasure.undeclared.nothing': 'Nestas tabelas não foi encontrado nada que identifique a pessoa.',
  'mail.erasure_receipt.unsearched':
    'Locais que não puderam ser pesquisados na totalidade: {count}. A página do pedido indica-os.',
  'check.erasure_undeclared':
    'Tabelas com texto que nenhuma regra de dados nomeia: {subject}. São pesquisadas depois de um apagamento, mas nada é apagado nelas.',
  'check.erasure_undeclared.name': 'As tabelas com texto estão em regras de dados',
  'check.erasure_undeclared.advice':
    'Acrescente uma regra de dados para cada tabela com dados pessoais e exclua as outras com um motivo (dataMap.exempt).',
  'check.erasure_unsearched': 'Não é pesquisado depois de um apagamento: {subject}.',
  'check.erasure_unsearched.name': 'As pesquisas depois dos apagamentos são completas',
  'check.erasure_unsearched.advice':
    'Permita que o motor leia estas tabelas, ou pesquise-as. Para excluir uma tabela com um motivo, defina search como false em dataMap.exempt.',
};
