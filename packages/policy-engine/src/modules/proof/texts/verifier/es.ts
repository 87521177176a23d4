import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'ledger.receipt.verify': 'Comprobar este justificante',
  'ledger.verifier.title': 'Comprobar un justificante',
  'ledger.verifier.lead':
    'Esta página comprueba un justificante en su navegador, sin preguntar al sitio que lo emitió. Nada de lo que introduzca se envía.',
  'ledger.verifier.noscript': 'Esta página necesita JavaScript: la comprobación se hace en su navegador.',
  'ledger.verifier.unable':
    'Este navegador no puede comprobar firmas aquí. Abra esta página por https o como archivo guardado, en una versión actual de Chrome, Edge, Firefox o Safari.',
  'ledger.verifier.receipt': 'Justificante (JSON)',
  'ledger.verifier.receipt.hint': 'Elija el archivo, suéltelo en esta página o pegue su contenido.',
  'ledger.verifier.file': 'Elegir un archivo',
  'ledger.verifier.keys': 'Claves del registro',
  'ledger.verifier.keys.hint':
    'Una clave por línea, como shop.example/ledger+0a1b2c3d+AbCd… Tómelas de otro lugar que el justificante: de donde el sitio las haya publicado o de alguien que las haya anotado.',
  'ledger.verifier.noted': 'Compararlo con un punto de control anotado en otro lugar',
  'ledger.verifier.noted.checkpoint': 'Punto de control anotado',
  'ledger.verifier.noted.checkpoint.hint':
    'De un correo a los administradores o de alguien que anotó uno: sus líneas, con las de las firmas.',
  'ledger.verifier.noted.consistency': 'Prueba de consistencia (JSON)',
  'ledger.verifier.noted.consistency.hint':
    'Solo hace falta si los dos puntos de control son de tamaños distintos. La comprobación dice cuál.',
  'ledger.verifier.check': 'Comprobar',
  'ledger.verifier.save':
    'Guarde esta página para comprobar justificantes sin conexión, también cuando el sitio ya no exista.',
  'ledger.verifier.save.action': 'Guardar esta página',
  'ledger.verifier.verdict.holds': 'El justificante es válido',
  'ledger.verifier.verdict.holds.text':
    'El registro cuyas claves introdujo tiene esta entrada, tal como se muestra abajo. Nada se ha cambiado desde que se selló.',
  'ledger.verifier.verdict.marked': 'La entrada se selló con una marca',
  'ledger.verifier.verdict.marked.text':
    'Cada paso es correcto y solo prueba esto: la entrada se selló con una marca, porque el sitio no pudo responder de ella.',
  'ledger.verifier.verdict.pending': 'El justificante está pendiente y aún no prueba nada',
  'ledger.verifier.verdict.pending.text':
    'La entrada no está sellada: ninguna firma la cubre, y cualquiera podría haber escrito lo que sigue. Pida de nuevo el justificante dentro de un minuto.',
  'ledger.verifier.verdict.refused': 'El justificante no es válido',
  'ledger.verifier.verdict.refused.text':
    'Un paso ha fallado: nada responde de lo que dice el justificante, y no se muestra. Asegúrese de que el archivo esté completo y de que las claves sean las de este registro.',
  'ledger.verifier.unchecked': 'Sin comprobar',
  'ledger.verifier.unchecked.receipt': 'Introduzca primero un justificante.',
  'ledger.verifier.unchecked.keys': 'Introduzca al menos una clave del registro: sin ella no hay prueba.',
  'ledger.verifier.unchecked.key': 'Esta línea no es una clave de un registro: {line}',
  'ledger.verifier.unchecked.large': 'Este archivo es demasiado grande para ser un justificante.',
  'ledger.verifier.unchecked.unreadable': 'Este archivo no se puede leer como texto (UTF-8).',
  'ledger.verifier.steps': 'Qué se ha comprobado',
  'ledger.verifier.says': 'Qué dice el justificante',
  'ledger.verifier.kind': 'Tipo de entrada',
  'ledger.verifier.number': 'Número entre las decisiones de esta persona',
  'ledger.verifier.visitor': 'Visitante',
  'ledger.verifier.state.holds': 'Correcto',
  'ledger.verifier.state.fails': 'Fallo',
  'ledger.verifier.state.open': 'Sin comprobar',
  'ledger.verifier.state.warns': 'Aviso',
  'ledger.verifier.step.form.holds': 'Es un justificante del formato conocido, sin nada añadido, ausente o repetido.',
  'ledger.verifier.step.form.fails':
    'No es un justificante del formato conocido, o tiene algo añadido, ausente o repetido: {part}',
  'ledger.verifier.step.openings.holds': 'La persona y las circunstancias son las que la entrada compromete.',
  'ledger.verifier.step.openings.fails': 'Esto no es lo que la entrada compromete: {part}',
  'ledger.verifier.step.witnesses.holds':
    '{name} firmó también el punto de control: este testigo lo vio el {time} y no vio otro registro.',
  'ledger.verifier.step.witnesses.open':
    'Se dice que el punto de control lo firmaron testigos. No se ha comprobado: introduzca sus claves junto a las del registro.',
  'ledger.verifier.step.witnesses.fails':
    'Lo que el justificante dice de las firmas de testigos no es lo que tiene su punto de control: {part}',
  'ledger.verifier.step.erasure.holds':
    'El sitio ha firmado que la persona fue borrada: ya no se puede mostrar quién decidió.',
  'ledger.verifier.step.erasure.fails':
    'Nada firmado por una de sus claves dice que la persona fue borrada, o el justificante la nombra de todos modos: {part}',
  'ledger.verifier.step.text.holds': 'El texto es aquel sobre el que se decidió, letra por letra.',
  'ledger.verifier.step.text.fails': 'El texto no es aquel sobre el que se decidió.',
  'ledger.verifier.step.text.open': 'El justificante no contiene ningún texto.',
  'ledger.verifier.step.checkpoint.holds':
    'Una clave que introdujo firmó el punto de control de {size} entradas de {origin}.',
  'ledger.verifier.step.checkpoint.fails':
    'El punto de control no está firmado por una clave que introdujo, o se ha cambiado: {part}',
  'ledger.verifier.step.checkpoint.open': 'Ningún punto de control firmado cubre la entrada.',
  'ledger.verifier.step.place.holds': 'La entrada es la número {index} de las {size} entradas, contando desde 0.',
  'ledger.verifier.step.place.fails':
    'La entrada no está entre las del punto de control: uno de los dos se ha cambiado.',
  'ledger.verifier.step.mark.warns':
    'La entrada se selló con una marca ({reason}) y no cuenta hasta que un administrador la valore.',
  'ledger.verifier.step.mark.fails': 'La marca de la entrada no es válida: {part}',
  'ledger.verifier.step.later.holds':
    'El sitio ha firmado que, entre las primeras {size} entradas, no hay ninguna decisión posterior de esta persona sobre esta política.',
  'ledger.verifier.step.later.warns':
    'El sitio ha firmado que, entre las primeras {size} entradas, hay una decisión posterior de esta persona sobre esta política: esta no es la última.',
  'ledger.verifier.step.later.open': 'El justificante no dice si hay una decisión posterior.',
  'ledger.verifier.step.later.fails':
    'Lo que dice de decisiones posteriores no está firmado por una clave que introdujo: {part}',
  'ledger.verifier.step.noted.holds': 'El punto de control que anotó, de {size} entradas, es del mismo registro.',
  'ledger.verifier.step.noted.open':
    'No se introdujo ningún punto de control anotado, así que esto no muestra que todos vean el mismo registro.',
  'ledger.verifier.step.noted.fails':
    'El justificante no es del registro del punto de control anotado, o la prueba no es la correcta. Si lo es, el sitio lleva dos registros: guarde ambos como prueba. {part}',
  'ledger.verifier.step.consistency.open':
    'El punto de control anotado tiene {noted} entradas; el del justificante, {size}. Introduzca como prueba de consistencia lo que el sitio responde en /ledger/consistency.json?from={from}&to={to}.',
};
