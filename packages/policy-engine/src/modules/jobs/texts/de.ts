import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  'nav.jobs': 'Hintergrundaufgaben',
  'jobs.title': 'Hintergrundaufgaben',
  'jobs.lead':
    'Exporte, E-Mails und Löschungen laufen im Hintergrund und werden bei einem Fehler wiederholt. Die hier aufgeführten Aufgaben sind jedes Mal fehlgeschlagen: Wiederholen Sie sie, wenn die Ursache behoben ist.',
  'jobs.none': 'Keine fehlgeschlagenen Aufgaben',
  'jobs.none_text':
    'Fehlgeschlagene Aufgaben werden zunächst automatisch wiederholt. Hier sind nur Aufgaben aufgeführt, die immer wieder fehlschlagen.',
  'jobs.late':
    'Hintergrundaufgaben werden nicht ausgeführt, obwohl sie fällig sind; Exporte, E-Mails und Löschungen verzögern sich. Informieren Sie die Entwicklung: Ein Server muss engine.start() aufrufen oder „policy-engine work“ ausführen. Die Aufgaben warten seit:',
  'jobs.what': 'Aufgabe',
  'jobs.error': 'Fehlermeldung',
  'jobs.reference': 'Bezug',
  'jobs.attempts': 'Versuche',
  'jobs.failed_at': 'Fehlgeschlagen am',
  'jobs.retry': 'Wiederholen',
  'jobs.delete.title': 'Diese Aufgabe löschen?',
  'jobs.delete.text': 'Sie wird nicht wiederholt. Was sie tun sollte, etwa ein Export oder eine E-Mail, bleibt aus.',
  'notice.job_retried': 'Die Aufgabe wird wiederholt.',
  'notice.job_deleted': 'Aufgabe gelöscht.',
  'audit.action.job_retried': 'Hintergrundaufgabe wiederholt',
  'audit.action.job_deleted': 'Hintergrundaufgabe gelöscht',
  'check.open_jobs': 'Hintergrundaufgaben öffnen',
  'check.work_failed': 'Endgültig fehlgeschlagene Hintergrundaufgaben: {subject}.',
  'check.work_failed.name': 'Hintergrundaufgaben werden abgeschlossen',
  'check.work_failed.advice':
    'Öffnen Sie „Hintergrundaufgaben“, um die Fehler zu sehen und die Aufgaben zu wiederholen.',
  'check.work_waiting': 'Hintergrundaufgaben werden nicht ausgeführt; die älteste wartet seit {subject}.',
  'check.work_waiting.name': 'Hintergrundaufgaben starten rechtzeitig',
  'check.work_waiting.advice':
    'Rufen Sie engine.start() in einem dauerhaft laufenden Prozess auf, oder führen Sie policy-engine work aus.',
};
