import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'erasure.mine.completed': 'Sus datos se han borrado',
  'erasure.mine.completed_text': 'El recibo enumera lo que se ha borrado.',
  'erasure.mine.completed.kept':
    'Sus datos se han borrado, salvo los que tenemos un fundamento jurídico para conservar',
  'erasure.mine.completed.part': 'Se ha borrado una parte de sus datos',
  'erasure.mine.left_text': 'Vea abajo qué no se ha borrado y por qué, en la medida en que lo sabemos.',
  'erasure.left': 'No borrado',
  'erasure.left.found':
    'Tras el borrado se encontraron datos que le identifican en lugares que ninguna regla conserva. El responsable de este sitio ve esos lugares.',
  'erasure.mine.step.completed': 'Se borraron sus datos.',
  'erasure.mine.step.left': 'El borrado terminó. No se borró todo.',
  'erasure.done.run': 'Borrado según informó la aplicación',
  'erasure.told.title': 'Destinatarios (RGPD, art. 19)',
  'erasure.told.none':
    'No se ha avisado automáticamente a ningún destinatario: ningún webhook recibe este evento. Si comunicó datos de esta persona a otros, comunique usted mismo la supresión a cada uno, salvo que sea imposible o exija un esfuerzo desproporcionado.',
  'erasure.told.some':
    'Este software comunica la supresión a los webhooks siguientes. No sabe si sus receptores suprimen los datos ni quién más los recibió: avise usted mismo a los demás destinatarios.',
  'erasure.told.at': 'Entregado o abandonado',
  'erasure.told.unknown': 'Registro borrado',
  'mail.erasure_receipt.told':
    'La supresión se comunica a estos webhooks: {webhooks}. La página de la solicitud muestra si se entregó. Avise usted mismo a los demás destinatarios (RGPD, art. 19).',
};
