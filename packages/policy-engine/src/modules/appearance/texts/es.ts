import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'appearance.title': 'Aspecto del banner',
  'appearance.lead':
    'Colores, posición y textos del banner de consentimiento. Se conserva cada versión, y cada decisión indica la versión que se mostró.',
  'appearance.layout': 'Disposición',
  'appearance.layout.bar': 'Barra en la parte inferior',
  'appearance.layout.corner': 'Cuadro en una esquina inferior',
  'appearance.layout.dialog': 'Diálogo en el centro',
  'appearance.side': 'Posición',
  'appearance.side_hint': 'En pantallas estrechas, el cuadro ocupa todo el ancho.',
  'appearance.side.start': 'Izquierda (derecha en los idiomas que se escriben de derecha a izquierda)',
  'appearance.side.end': 'Derecha (izquierda en los idiomas que se escriben de derecha a izquierda)',
  'appearance.corners': 'Esquinas',
  'appearance.corners_hint': 'De los botones. La barra en sí conserva las esquinas rectas.',
  'appearance.corners.square': 'Rectas',
  'appearance.corners.slight': 'Ligeramente redondeadas',
  'appearance.corners.round': 'Redondas',
  'appearance.own_colours': 'Usar colores propios',
  'appearance.own_colours_hint': 'Si no, el banner usa los colores de la página, claros u oscuros.',
  'appearance.colour.background': 'Fondo',
  'appearance.colour.text': 'Texto',
  'appearance.colour.button': 'Botones',
  'appearance.colour.accent': 'Enlaces e interruptores',
  'appearance.contrast':
    'El contraste es de {ratio} : 1. Debe ser al menos de {least} : 1 para que el texto se pueda leer.',
  'appearance.words': 'Textos: {language}',
  'appearance.word.title': 'Título',
  'appearance.word.lead': 'Texto',
  'appearance.word.accept': 'Botón para aceptar',
  'appearance.word.reject': 'Botón para rechazar',
  'appearance.lead_hint': '{purposes} se sustituye por la lista de finalidades.',
  'appearance.one_answer': 'Rellene los dos botones o ninguno.',
  'appearance.same_answer': 'Los dos botones deben tener textos distintos.',
  'appearance.save': 'Publicar',
  'appearance.preview': 'Vista previa',
  'appearance.window': '{width} px de ancho',
  'appearance.sample': 'Una página de su sitio',
  'appearance.sample_text':
    'El contenido que sus visitantes vinieron a leer. El banner no debe taparlo, y sus botones deben ser fáciles de encontrar.',
  'appearance.none': 'Todavía no se ha publicado ninguna versión: el banner se ve como está configurado.',
  'appearance.versions': 'Versiones',
  'appearance.versions_text': 'La versión más reciente está en vigor. Las versiones no se pueden cambiar.',
  'appearance.version': 'Versión',
  'appearance.since': 'En vigor desde',
  'appearance.changed':
    'Se publicó otra versión después de que usted abriera esta página, así que no se ha publicado nada. Sus cambios están abajo. Si publica de nuevo, sustituye esa versión.',
  'error.appearance_changed':
    'Desde entonces se publicó otra versión de la apariencia, así que no se ha publicado nada.',
  'audit.action.appearance_saved': 'Aspecto del banner publicado',
};
