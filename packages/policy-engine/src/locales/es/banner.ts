import type { TextsLike } from '../catalogue.ts';
import type { banner as english } from '../en/banner.ts';

export const banner: TextsLike<typeof english> = {
  'banner.title': 'Tú decides qué podemos usar',
  'banner.lead': 'El sitio funciona sin lo que sigue. No se carga nada de ello antes de que lo aceptes.',
  'banner.details': 'Qué es',
  'banner.choices': 'Lo que permites',
  'banner.accept': 'Aceptar todo',
  'banner.reject': 'Rechazar todo',
  'banner.choose': 'Guardar',
  'banner.accept_one': 'Aceptar',
  'banner.reject_one': 'Rechazar',
  'banner.settings': 'Ajustes de privacidad',
  'banner.gpc': 'Tu navegador pide que no se compartan tus datos (Global Privacy Control). Lo tomamos como un rechazo.',
  'banner.gpc_short': 'Se respeta Global Privacy Control',
  'banner.saved': 'Tu elección está guardada.',
  'banner.failed': 'No se pudo guardar tu elección. Inténtalo de nuevo o usa la página',
  'banner.running': 'Lo que rechazaste puede seguir activo en esta página hasta que se vuelva a cargar.',
  'banner.reload': 'Volver a cargarla',
  'embed.lead': 'Este contenido es de {host}. Al mostrarlo, podrá guardar cookies y saber que estás aquí.',
  'embed.once': 'Mostrar esta vez',
  'embed.always': 'Permitir siempre: {rule}',
  'embed.open': 'Abrir en {host}',
};
