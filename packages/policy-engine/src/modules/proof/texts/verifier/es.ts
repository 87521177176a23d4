import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'ledger.verifier.title': 'Comprobar un justificante',
  'ledger.verifier.lead':
    'Esta página comprueba un justificante en su navegador, sin contactar con el sitio que lo emitió. Nada de lo que introduzca se envía.',
  'ledger.verifier.noscript': 'Esta página necesita JavaScript: la comprobación se hace en su navegador.',
  'ledger.verifier.unable':
    'Este navegador no puede comprobar firmas aquí. Abra esta página por HTTPS o como archivo guardado, en una versión actual de Chrome, Edge, Firefox o Safari.',
  'ledger.verifier.receipt': 'Justificante (JSON)',
  'ledger.verifier.receipt.hint': 'Elija el archivo, suéltelo en esta página o pegue su contenido.',
  'ledger.verifier.file': 'Elegir un archivo',
  'ledger.verifier.keys': 'Claves del registro',
  'ledger.verifier.keys.hint':
    'Una clave por línea, como shop.example/ledger+0a1b2c3d+AbCd… Obténgalas de una fuente distinta del justificante: de donde el sitio las publica o de alguien que las haya anotado.',
  'ledger.verifier.noted': 'Comparar con un punto de control anotado en otro lugar',
  'ledger.verifier.noted.checkpoint': 'Punto de control anotado',
  'ledger.verifier.noted.checkpoint.hint':
    'De un correo a los administradores o de alguien que anotó uno. Incluya las líneas de las firmas.',
  'ledger.verifier.noted.consistency': 'Prueba de consistencia (JSON)',
  'ledger.verifier.noted.consistency.hint':
    'Solo hace falta si los dos puntos de control tienen tamaños distintos. La comprobación le dice qué prueba debe obtener.',
  'ledger.verifier.check': 'Comprobar',
  'ledger.verifier.save':
    'Guarde esta página para comprobar justificantes sin conexión, incluso si el sitio ya no existe.',
  'ledger.verifier.save.action': 'Guardar esta página',
  'ledger.verifier.verdict.holds': 'El justificante es válido',
  'ledger.verifier.verdict.holds.text':
    'El registro cuyas claves introdujo contiene esta entrada tal como se muestra abajo. No se ha cambiado desde que se selló.',
  'ledger.verifier.verdict.marked': 'El justificante es válido, pero la entrada está marcada',
  'ledger.verifier.verdict.marked.text':
    'Todos los pasos son correctos, pero solo prueban que la entrada se selló con una marca, porque el sitio no pudo confirmar su origen.',
  'ledger.verifier.verdict.pending': 'El justificante está pendiente y aún no prueba nada',
  'ledger.verifier.verdict.pending.text':
    'La entrada no está sellada: ninguna firma la cubre, así que cualquiera podría haber escrito el contenido siguiente. Descargue de nuevo el justificante dentro de un minuto.',
  'ledger.verifier.verdict.refused': 'El justificante no es válido',
  'ledger.verifier.verdict.refused.text':
    'Un paso ha fallado, así que el contenido del justificante no está probado y no se muestra. Asegúrese de que el archivo está completo y de que las claves son las de este registro.',
  'ledger.verifier.unchecked': 'Sin comprobar',
  'ledger.verifier.unchecked.receipt': 'Introduzca primero un justificante.',
  'ledger.verifier.unchecked.keys':
    'Introduzca al menos una clave del registro: sin una clave no se puede probar nada.',
  'ledger.verifier.unchecked.key': 'Esta línea no es una clave de un registro: {line}',
  'ledger.verifier.unchecked.large': 'Este archivo es demasiado grande para ser un justificante.',
  'ledger.verifier.unchecked.unreadable': 'Este archivo no es texto UTF-8 válido.',
  'ledger.verifier.steps': 'Pasos de la comprobación',
  'ledger.verifier.says': 'Contenido del justificante',
  'ledger.verifier.kind': 'Tipo de entrada',
  'ledger.verifier.number': 'Número entre las decisiones de esta persona',
  'ledger.verifier.visitor': 'Visitante',
  'ledger.verifier.state.holds': 'Correcto',
  'ledger.verifier.state.fails': 'Fallo',
  'ledger.verifier.state.open': 'Sin comprobar',
  'ledger.verifier.state.warns': 'Aviso',
  'ledger.verifier.step.form.holds': 'El justificante tiene un formato conocido, sin nada añadido, ausente o repetido.',
  'ledger.verifier.step.form.fails':
    'El justificante no tiene un formato conocido, o algo está añadido, ausente o repetido: {part}',
  'ledger.verifier.step.openings.holds':
    'La persona y las circunstancias corresponden a los compromisos criptográficos de la entrada.',
  'ledger.verifier.step.openings.fails': 'Esto no corresponde a los compromisos criptográficos de la entrada: {part}',
  'ledger.verifier.step.witnesses.holds':
    '{name} ha firmado también el punto de control: este testigo lo vio el {time} y no ha visto ningún registro que lo contradiga.',
  'ledger.verifier.step.witnesses.open':
    'El justificante indica que unos testigos firmaron también el punto de control. No se ha comprobado: introduzca sus claves junto con las del registro.',
  'ledger.verifier.step.witnesses.fails':
    'Las firmas de testigos que indica el justificante no corresponden a su punto de control: {part}',
  'ledger.verifier.step.erasure.holds':
    'El sitio ha firmado que los datos de la persona se suprimieron: su identidad ya no se puede mostrar.',
  'ledger.verifier.step.erasure.fails':
    'Ninguna declaración de que los datos de la persona se suprimieron está firmada con una clave que introdujo, o el justificante todavía nombra a la persona: {part}',
  'ledger.verifier.step.text.holds': 'El texto es exactamente aquel al que se refiere la decisión.',
  'ledger.verifier.step.text.fails': 'El texto no es aquel al que se refiere la decisión.',
  'ledger.verifier.step.text.open': 'El justificante no contiene ningún texto.',
  'ledger.verifier.step.checkpoint.holds':
    'El punto de control de {size} entradas de {origin} está firmado con una clave que introdujo.',
  'ledger.verifier.step.checkpoint.fails':
    'El punto de control no está firmado con una clave que introdujo, o se ha cambiado: {part}',
  'ledger.verifier.step.checkpoint.open': 'Ningún punto de control firmado cubre la entrada.',
  'ledger.verifier.step.place.holds': 'La entrada es la número {index} de {size} entradas, contando desde 0.',
  'ledger.verifier.step.place.fails':
    'La entrada no está incluida en el punto de control: se cambió la entrada o el punto de control.',
  'ledger.verifier.step.mark.warns':
    'La entrada se marcó al sellarla ({reason}) y no es válida hasta que un administrador la revise.',
  'ledger.verifier.step.mark.fails': 'La marca de la entrada no es válida: {part}',
  'ledger.verifier.step.later.holds':
    'El sitio ha firmado que las primeras {size} entradas no contienen ninguna decisión posterior de esta persona sobre esta política.',
  'ledger.verifier.step.later.warns':
    'El sitio ha firmado que las primeras {size} entradas contienen una decisión posterior de esta persona sobre esta política: este justificante no muestra su decisión actual.',
  'ledger.verifier.step.later.open': 'El justificante no indica si hay una decisión posterior.',
  'ledger.verifier.step.later.fails':
    'La declaración sobre decisiones posteriores no está firmada con una clave que introdujo: {part}',
  'ledger.verifier.step.noted.holds': 'El punto de control anotado de {size} entradas pertenece al mismo registro.',
  'ledger.verifier.step.noted.open':
    'No se introdujo ningún punto de control anotado, así que no se ha comprobado que todos vean el mismo registro.',
  'ledger.verifier.step.noted.fails':
    'El justificante no pertenece al registro del punto de control anotado, o la prueba de consistencia no es la correcta. Si la prueba es correcta, el sitio lleva dos registros: guarde ambos como prueba. {part}',
  'ledger.verifier.step.consistency.open':
    'El punto de control anotado tiene {noted} entradas y el del justificante tiene {size}. Introduzca como prueba de consistencia la respuesta del sitio en /ledger/consistency.json?from={from}&to={to}.',
};
