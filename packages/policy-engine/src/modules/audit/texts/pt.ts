import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pt: TextsLike<typeof en> = {
  'nav.audit': 'Registo de auditoria',
  'audit.title': 'Registo de auditoria',
  'audit.lead': 'Todas as ações dos administradores: quem fez o quê e quando. As entradas não podem ser alteradas.',
  'audit.all': 'Todas',
  'audit.none': 'Sem entradas',
  'audit.none_text': 'Nenhuma entrada corresponde a este filtro.',
  'audit.empty_text': 'Cada ação de um administrador aparecerá aqui.',
  'audit.action': 'Ação',
  'audit.actor': 'Administrador',
  'audit.rule': 'Política',
  'audit.host': 'O próprio site',
  'audit.at': 'Hora',
  'audit.network': 'Endereço de rede',
};
