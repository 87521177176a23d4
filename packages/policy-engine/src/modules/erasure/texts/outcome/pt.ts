import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pt: TextsLike<typeof en> = {
  'erasure.mine.completed': 'Os seus dados foram apagados',
  'erasure.mine.completed_text': 'O recibo enumera o que foi apagado.',
  'erasure.mine.completed.kept':
    'Os seus dados foram apagados, exceto os que temos um fundamento jurídico para conservar',
  'erasure.mine.completed.part': 'Uma parte dos seus dados foi apagada',
  'erasure.mine.left_text': 'Veja abaixo o que não foi apagado e porquê, tanto quanto sabemos.',
  'erasure.left': 'Não apagado',
  'erasure.left.found':
    'Depois do apagamento foram encontrados dados que o identificam em locais que nenhuma regra conserva. Esses locais são mostrados ao operador deste site.',
  'erasure.mine.step.completed': 'Os seus dados foram apagados.',
  'erasure.mine.step.left': 'O apagamento terminou. Nem tudo foi apagado.',
  'erasure.done.run': 'Apagado segundo a aplicação',
  'erasure.told.title': 'Destinatários (artigo 19.º do RGPD)',
  'erasure.told.none':
    'Nenhum destinatário foi avisado automaticamente: nenhum webhook recebe este evento. Se transmitiu dados desta pessoa a outros, comunique o apagamento a cada um deles, salvo se for impossível ou implicar um esforço desproporcionado.',
  'erasure.told.some':
    'Este software comunica o apagamento aos webhooks abaixo. Não sabe se os respetivos recetores apagam os dados nem quem mais os recebeu: avise os outros destinatários.',
  'erasure.told.at': 'Entregue ou abandonado',
  'erasure.told.unknown': 'Registo eliminado',
  'mail.erasure_receipt.told':
    'O apagamento é comunicado a estes webhooks: {webhooks}. A página do pedido mostra se foi entregue. Avise os outros destinatários (artigo 19.º do RGPD).',
};
