import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pt: TextsLike<typeof en> = {
  'nav.jobs': 'Tarefas em segundo plano',
  'jobs.title': 'Tarefas em segundo plano',
  'jobs.lead':
    'As exportações, os emails e os apagamentos são executados em segundo plano e repetidos em caso de falha. As tarefas aqui listadas falharam todas as vezes: repita-as quando a causa estiver resolvida.',
  'jobs.none': 'Sem tarefas falhadas',
  'jobs.none_text':
    'As tarefas falhadas são primeiro repetidas automaticamente. Aqui só aparecem as que continuam a falhar.',
  'jobs.late':
    'Há tarefas em segundo plano que não são executadas embora já devessem; as exportações, os emails e os apagamentos estão atrasados. Avise um programador: um servidor tem de chamar engine.start() ou executar «policy-engine work». Em espera desde:',
  'jobs.what': 'Tarefa',
  'jobs.error': 'Mensagem de erro',
  'jobs.reference': 'Referência',
  'jobs.attempts': 'Tentativas',
  'jobs.failed_at': 'Falhou em',
  'jobs.retry': 'Tentar novamente',
  'jobs.delete.title': 'Eliminar esta tarefa?',
  'jobs.delete.text': 'Não voltará a ser tentada. O seu trabalho, como uma exportação ou um e-mail, fica por fazer.',
  'notice.job_retried': 'A tarefa está a ser repetida.',
  'notice.job_deleted': 'Tarefa eliminada.',
  'audit.action.job_retried': 'Tarefa em segundo plano repetida',
  'audit.action.job_deleted': 'Tarefa em segundo plano eliminada',
  'check.open_jobs': 'Abrir as tarefas em segundo plano',
  'check.work_failed': 'Tarefas em segundo plano falhadas definitivamente: {subject}.',
  'check.work_failed.name': 'As tarefas em segundo plano são concluídas',
  'check.work_failed.advice': 'Abra «Tarefas em segundo plano» para ver os erros e repetir as tarefas.',
  'check.work_waiting':
    'As tarefas em segundo plano não estão a ser executadas; a mais antiga está à espera desde {subject}.',
  'check.work_waiting.name': 'As tarefas em segundo plano começam a tempo',
  'check.work_waiting.advice': 'Chame engine.start() num processo de longa duração ou execute policy-engine work.',
};
