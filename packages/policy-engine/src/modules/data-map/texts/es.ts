import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'data_map.deleted_after': 'Se elimina {period} después de «{column}»',
  'data_map.changed_after': 'Se anonimiza o seudonimiza {period} después de «{column}»',
  'data_map.kept_for': 'Se conserva {period} desde «{column}»: {ground}',
  'nav.data_map': 'Datos personales',
  'data_map.title': 'Datos personales que se conservan',
  'data_map.lead':
    'El registro de actividades de tratamiento (RGPD, artículo 30), tal como está declarado en la configuración.',
  'data_map.csv': 'Descargar como CSV',
  'data_map.none': 'No se ha declarado ningún tipo de dato personal',
  'data_map.none_text': 'Un desarrollador los declara en la configuración (dataRules).',
  'data_map.kind': 'Tipo de dato',
  'data_map.purpose': 'Finalidad',
  'data_map.legal_basis': 'Base jurídica',
  'data_map.recipients': 'Destinatarios',
  'data_map.retention': 'Plazo',
  'data_map.erasure': 'Al suprimir',
  'data_map.not_said': 'Sin indicar',
  'data_map.no_table': 'En ninguna tabla',
  'data_map.from': 'Origen: {source}',
  'data_map.not_exported': 'No se exporta',
  'data_map.erasure.none': 'No se suprime',
  'data_map.erasure.delete': 'Se elimina',
  'data_map.erasure.set': 'Se borran las columnas {columns}',
  'data_map.erasure.pseudonymise': 'Se seudonimizan las columnas {columns}',
  'data_map.erasure.run': 'Lo suprime la aplicación',
  'data_map.exempt': 'No son datos personales',
  'data_map.exempt.lead': 'Tablas y columnas que se han revisado y no contienen datos personales.',
  'data_map.table': 'Tabla',
  'data_map.columns': 'Columnas',
  'data_map.all_columns': 'Todas',
  'data_map.reason': 'Motivo',
  'check.data_rule_unfit': 'Una regla de datos no corresponde a las tablas de la base de datos. {subject}',
  'check.data_rule_unfit.advice': 'Cambie la regla o la tabla; mientras tanto sus datos no se exportan ni se suprimen.',
  'check.data_never_erased': 'Los datos «{subject}» se exportan y nunca se suprimen.',
  'check.data_never_erased.advice':
    'Configure erasure en su regla de datos, con un fundamento jurídico si deben conservarse.',
  'check.data_never_exported': 'Los datos «{subject}» se suprimen y nunca se exportan.',
  'check.data_never_exported.advice':
    'Declárelos como regla de datos que se exporta, si las personas pueden recibir una copia.',
  'check.data_kept_without_ground': 'Los datos «{subject}» se conservan sin que conste ningún fundamento.',
  'check.data_kept_without_ground.advice':
    'Configure legalBasis o el fundamento para conservarlos, o permita que se supriman.',
};
