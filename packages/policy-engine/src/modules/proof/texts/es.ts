import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'nav.ledger': 'Registro',
  'ledger.title': 'Registro',
  'ledger.lead':
    'El registro es la constancia firmada de cada decisión: si una entrada se cambia, se elimina o se añade después, la comprobación del registro lo detecta.',
  'ledger.mine.title': 'Mis decisiones',
  'ledger.mine.lead': 'Todas las decisiones que ha tomado aquí, cada una con su justificante.',
  'ledger.empty': 'Todavía no hay entradas',
  'ledger.empty_text': 'Cada decisión aparecerá aquí en cuanto se tome.',
  'ledger.none': 'No se encontraron entradas',
  'ledger.none_text': 'Ninguna entrada coincide con estos filtros.',
  'ledger.all': 'Todas',
  'ledger.kind': 'Tipo',
  'ledger.group.decisions': 'Decisiones',
  'ledger.group.marks': 'Marcas y revisiones',
  'ledger.group.publications': 'Publicaciones',
  'ledger.group.administration': 'Registro de auditoría',
  'ledger.group.takeovers': 'Continuaciones tras una restauración',
  'ledger.group.all': 'Todas',
  'ledger.policy': 'Política',
  'ledger.decision': 'Decisión',
  'ledger.decision.accepted': 'Aceptada',
  'ledger.decision.rejected': 'Rechazada',
  'ledger.at': 'Hora',
  'ledger.how': 'Origen',
  'ledger.how.panel': 'Centro de privacidad',
  'ledger.how.banner': 'Banner o formulario integrado',
  'ledger.how.api': 'Otro programa (API)',
  'ledger.how.sign-up': 'Formulario de la cuenta',
  'ledger.how.import': 'Importación',
  'ledger.how.gpc': 'Señal del navegador (GPC)',
  'ledger.how.host': 'El propio sitio',
  'ledger.how.adopted': 'Copiada de un navegador a una cuenta',
  'ledger.subject': 'Persona',
  'ledger.subject_id': 'ID de una persona',
  'ledger.visitor': 'Visitante sin cuenta',
  'ledger.erased': 'Suprimida',
  'ledger.state': 'Prueba',
  'ledger.state.sealed': 'Sellada',
  'ledger.state.pending': 'Pendiente',
  'ledger.receipt': 'Justificante',
  'ledger.receipt.title': 'Justificante de una decisión',
  'ledger.receipt.lead':
    'Conserve este justificante. Prueba qué se decidió, sobre qué texto y cuándo, incluso sin este sitio.',
  'ledger.receipt.pending':
    'Esta decisión está guardada, pero todavía no está sellada. El justificante estará completo en un momento.',
  'ledger.receipt.download': 'Descargar el justificante (JSON)',
  'ledger.receipt.print_hint': 'Imprima esta página para conservar una copia en papel.',
  'ledger.receipt.version': 'Versión del texto',
  'ledger.receipt.text_hash': 'Huella del texto (SHA-256)',
  'ledger.receipt.locale': 'Idioma de la página',
  'ledger.receipt.user_agent': 'Navegador',
  'ledger.receipt.network': 'Red',
  'ledger.receipt.position': 'Número de la entrada',
  'ledger.receipt.leaf': 'Huella de la entrada',
  'ledger.receipt.adopted': 'Copiada de la entrada',
  'ledger.receipt.vendors': 'Empresas ofrecidas',
  'ledger.receipt.vendors.refused': 'Empresas rechazadas',
  'ledger.receipt.vendors.none': 'Ninguna',
  'ledger.receipt.gpc': 'Global Privacy Control',
  'ledger.receipt.gpc.honoured': 'Rechazada como pide la señal del navegador',
  'ledger.receipt.gpc.overridden': 'Aceptada a pesar de la señal del navegador',
  'ledger.receipt.shown': 'Lo que se mostró',
  'ledger.receipt.unknown': 'Desconocido',
  'ledger.kind.suspicion': 'Marca en una entrada de origen desconocido',
  'ledger.kind.takeover': 'Continuación de un registro anterior',
  'ledger.kind.publication': 'Texto publicado: {policy}',
  'ledger.kind.administration': 'Entrada del registro de auditoría',
  'ledger.how.sealer': 'Sellado',
  'ledger.state.suspect': 'Marcada',
  'ledger.keys': 'Para la comprobación independiente',
  'ledger.keys.text':
    'Con estas claves públicas, cualquiera puede comprobar un justificante o un punto de control sin tener que confiar en este sitio. Publíquelas en un lugar que nadie pueda cambiar junto con la base de datos, como una carta u otro sitio web.',
  'ledger.keys.stored':
    'La clave de firma está guardada en la base de datos: quien pueda cambiar la base de datos también podría falsificar firmas. Pida a un desarrollador que guarde la clave en otro lugar (ledgerKey).',
  'ledger.checkpoint': 'Último punto de control: un resumen firmado de todas las entradas',
  'ledger.verify': 'Comprobar el registro',
  'ledger.verify.title': 'Comprobación del registro',
  'ledger.verify.lead':
    'Compara cada entrada con las firmas hechas al anotarla, y las decisiones, los textos y el registro de auditoría actuales con las entradas.',
  'ledger.verify.ok': 'El registro está íntegro: no se ha cambiado, eliminado ni añadido nada desde que se firmó.',
  'ledger.verify.found':
    'Desviaciones encontradas: {count}. Guarde esta página y muéstrela a un desarrollador antes de reparar nada: dice qué se ha cambiado.',
  'ledger.verify.what': 'Qué se ha encontrado',
  'ledger.verify.code': 'Código',
  'ledger.verify.events': 'Entradas comprobadas',
  'ledger.verify.pending': 'Todavía sin sellar',
  'ledger.verify.erased': 'Entradas de personas cuyos datos se suprimieron',
  'ledger.verify.keys': 'Firmas',
  'ledger.verify.keys.given': 'Comprobadas con una clave guardada fuera de la base de datos',
  'ledger.verify.keys.stored':
    'Comprobadas con la clave de la base de datos; esto no excluye una falsificación por quien pueda cambiar la base de datos',
  'ledger.verify.keys.none': 'Sin comprobar: todavía no hay ninguna firma',
  'ledger.verify.large':
    'Este registro es demasiado grande para comprobarlo en el panel: más de {count} entradas. Pida a un desarrollador que ejecute «policy-engine ledger verify».',
  'ledger.verify.receipt': 'Comprobar un solo justificante',
  'ledger.receipt.suspect':
    'El sitio no pudo confirmar el origen de esta entrada al sellarla. La entrada está marcada y no es válida hasta que un administrador la revise.',
  'ledger.receipt.proves': 'Qué prueba este justificante',
  'ledger.receipt.proves.entry':
    'Esta es la entrada número {position} del registro {origin}, y el sitio ha firmado un punto de control de {size} entradas que la incluye. Si cambiara un solo carácter, la prueba fallaría.',
  'ledger.receipt.proves.not':
    'Qué no prueba: quién usaba el dispositivo; que el reloj del sitio fuera correcto; que a todos se les muestre el mismo registro. Para comprobar esto último, compare el punto de control con otro que alguien haya anotado.',
  'ledger.receipt.proves.alone': 'Ningún testigo ha firmado también el punto de control.',
  'ledger.receipt.later.none':
    'Según el punto de control de {size} entradas, no hay ninguna decisión posterior de esta persona sobre esta política. El sitio ha firmado esta declaración; no se puede probar criptográficamente.',
  'ledger.receipt.later.exists':
    'Según el punto de control de {size} entradas, hay una decisión posterior de esta persona sobre esta política. Este justificante no muestra su decisión actual.',
  'ledger.receipt.later.unknown':
    'El justificante no indica si hay una decisión posterior, porque los datos de la persona se suprimieron o la entrada no es una decisión.',
  'ledger.receipt.text': 'Texto de la decisión',
  'ledger.receipt.text_missing': 'El texto ya no está disponible en la forma en que se publicó.',
  'ledger.receipt.checkpoint': 'Punto de control',
  'mail.ledger_digest.subject': 'Registro de decisiones: punto de control {size}',
  'mail.ledger_digest.text':
    'Conserve este correo. Las líneas siguientes están firmadas y abarcan todas las decisiones hasta ahora. Si alguien reescribe la base de datos, dejará de coincidir con ellas.',
  'mail.ledger_digest.how':
    'Para comprobar el registro, guarde este correo en un archivo y ejecute: policy-engine ledger verify --checkpoint ARCHIVO',
  'mail.ledger_digest.rewritten':
    'Si la base de datos se reescribió o se recortó, la comprobación muestra «noted_checkpoint_contradicted» y falla. Un número de entradas menor que el de un correo anterior significa lo mismo.',
  'mail.ledger_digest.events': 'Entradas abarcadas',
  'mail.ledger_digest.action': 'Abrir el registro',
  'check.no_ledger_key.advice': 'Configure ledgerKey con una clave Ed25519 guardada fuera de la base de datos.',
  'check.no_ledger_key':
    'La clave que firma el registro está guardada en la base de datos, así que quien pueda escribir en ella puede reescribir el registro.',
  'check.ledger_broken': 'El registro no se puede sellar: {subject}.',
  'check.ledger_broken.advice': 'Ejecute «policy-engine ledger verify» y restaure lo que se cambió.',
  'check.ledger_misnamed': 'El registro no se puede sellar. {subject}',
  'check.ledger_misnamed.advice': 'Quite ledger.origin, o póngale el nombre del registro.',
  'check.ledger_unsealed': 'Hay decisiones que esperan a ser selladas desde hace {subject} minutos.',
  'check.ledger_unsealed.advice':
    'Asegúrese de que un proceso llama a engine.start(), y busque «sealing the ledger failed» en su archivo de log.',
  'audit.action.ledger_erased': 'Persona suprimida del registro',
  'audit.action.ledger_suspected': 'Registro: entrada de origen desconocido marcada',
  'audit.action.ledger_judged': 'Registro: entrada marcada revisada',
  'audit.action.ledger_differs': 'Registro: una decisión actual difiere del registro',
  'audit.action.ledger_repaired': 'Registro: decisión actual restaurada a partir del registro',
  'audit.action.ledger_restored': 'Registro: continúa con otro nombre tras una restauración',
  'jobs.name.ledger_digest': 'Correo diario sobre el registro',
  'error.not_suspected': 'Esta entrada no se marcó, así que no se puede revisar.',
  'notice.ledger_judged': 'Revisión guardada.',
  'ledger.kind.judgement': 'Revisión de una entrada marcada',
  'ledger.suspected.title': 'Entradas marcadas',
  'ledger.suspected.lead':
    'El sitio no pudo confirmar el origen de estas entradas al sellarlas. Una entrada no es válida hasta que se revisa.',
  'ledger.suspected.how':
    'Pregunte a la persona o pida a un desarrollador que busque la petición en el log del servidor. Marque una entrada como nula si su origen no se puede explicar; su decisión se retira entonces y se vuelve a preguntar a la persona.',
  'ledger.suspected.none': 'No hay entradas marcadas',
  'ledger.suspected.none_text':
    'Las entradas que se cambiaron antes de sellarlas, o que no escribió el sitio, figuran aquí después de sellarse.',
  'ledger.suspected.reason': 'Motivo',
  'ledger.suspected.reason.changed': 'La entrada se cambió antes de sellarla.',
  'ledger.suspected.reason.identity_changed':
    'La persona o las circunstancias de la decisión se cambiaron antes de sellarla.',
  'ledger.suspected.reason.identity_missing': 'La identidad de la persona se quitó antes de sellarla.',
  'ledger.suspected.reason.not_appended_here': 'No la escribió un servidor de este sitio con la clave actual.',
  'ledger.suspected.judgement': 'Revisión',
  'ledger.suspected.suspected': 'Pendiente',
  'ledger.suspected.counts': 'Válida',
  'ledger.suspected.void': 'Nula',
  'ledger.suspected.counts.verb': 'Marcar como válida',
  'ledger.suspected.void.verb': 'Marcar como nula',
  'ledger.suspected.waiting':
    'Hay entradas de origen desconocido que requieren su revisión. Hasta entonces no son válidas.',
  'ledger.suspected.open': 'Revisar las entradas',
  'jobs.name.ledger_replay': 'Comparación diaria de las decisiones actuales con el registro',
  'check.ledger_differs': 'Decisiones actuales que difieren del registro: {subject}.',
  'check.ledger_differs.advice':
    'Ejecute «policy-engine ledger verify» para enumerarlas, averigüe quién las cambió y ejecute después «policy-engine ledger repair».',
  'check.ledger_suspected': 'Entradas marcadas del registro pendientes de revisión: {subject}.',
  'check.ledger_suspected.advice': 'Abra la página «Entradas marcadas» del registro y revíselas.',
  'error.ledger_restored':
    'Los datos de este sitio se restauraron desde una copia de seguridad y se están comprobando. Inténtelo de nuevo más tarde.',
  'ledger.witnesses': 'Testigos',
  'ledger.witnesses.text':
    'Los testigos son independientes de este sitio y confirman el estado del registro con su propia firma. Si después se cambian o eliminan entradas, el registro ya no coincide con lo que firmaron. Se requieren {quorum} de {count}.',
  'ledger.witnesses.newest': 'Entradas del último estado confirmado por suficientes testigos: {size}.',
  'ledger.witnesses.none': 'Todavía no han confirmado un estado del registro suficientes testigos.',
  'ledger.witness': 'Testigo',
  'ledger.witness.size': 'Entradas',
  'ledger.witness.at': 'Última confirmación',
  'ledger.witness.never': 'Nunca',
  'ledger.witness.state': 'Estado',
  'ledger.witness.fresh': 'Al día',
  'ledger.witness.late': 'Con retraso',
  'ledger.receipt.proves.witnessed':
    'Testigos independientes de este sitio han firmado también el punto de control. Quien tenga sus claves puede comprobarlo. Figuran abajo.',
  'ledger.receipt.witnesses': 'Firmado también por',
  'mail.ledger_digest.cosigned': 'Último punto de control firmado por testigos',
  'mail.ledger_digest.uncosigned': 'Ninguno todavía',
  'check.ledger_restored':
    'El registro se restauró desde una copia de seguridad: {subject}. Las entradas nuevas no se sellan.',
  'check.ledger_restored.advice':
    'Restaure la copia de seguridad más reciente. Si esta es la más reciente, repita las supresiones hechas desde entonces y ejecute «policy-engine ledger restore».',
  'check.restores_unseen':
    'Una copia de seguridad restaurada de la base de datos no se detectaría: las decisiones, retiradas y supresiones posteriores a la copia se perderían sin aviso.',
  'check.restores_unseen.advice':
    'Configure ledger.mark con un archivo o almacenamiento que no se restaure con la base de datos, o configure testigos en ledger.witnesses.',
  'check.ledger_mark_failed': 'La marca del registro no se puede leer o escribir: {subject}.',
  'check.ledger_mark_failed.advice':
    'Asegúrese de que ledger.mark es un lugar que no usa nada más y de que el motor puede escribir en él.',
  'check.ledger_uncosigned': 'Un testigo no ha firmado el registro recientemente: {subject}.',
  'check.ledger_uncosigned.advice':
    'Ejecute «policy-engine ledger cosign» para ver su respuesta y póngase en contacto con quien lo gestiona.',
  'check.ledger_no_quorum': 'Muy pocos testigos han firmado el registro recientemente: {subject}.',
  'check.ledger_no_quorum.advice':
    'Hasta que firmen suficientes testigos, los justificantes se refieren a puntos de control anteriores o sin firmas de testigos.',
  'jobs.name.ledger_cosign': 'Firmas de los testigos',
  'check.ledger_clocks':
    'El reloj de un servidor difirió {subject} segundos del reloj de la base de datos en el último día.',
  'check.ledger_clocks.advice':
    'Sincronice los relojes de los servidores con NTP. El orden de las decisiones es correcto, pero las horas que se muestran no.',
};
