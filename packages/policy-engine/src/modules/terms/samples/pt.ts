/** Sample texts in Portuguese. */
import type { SampleTexts } from './sample.ts';

export const pt: SampleTexts = {
  mark: 'EXEMPLO: um advogado deve ler e adaptar este texto antes de ser publicado. Depois, retire este parágrafo.',
  cookie: `# Cookies

[Empresa] utiliza cookies neste site. Os cookies são pequenos ficheiros que o seu navegador guarda para nós.

## O que utilizamos

| Cookie | Finalidade | Conservado durante |
| --- | --- | --- |
| [nome] | Mantém a sua sessão iniciada e o seu cesto de compras | até fechar o navegador |
| [nome] | Memoriza o que decidiu sobre os cookies | 12 meses |
| [nome] | Conta as visitas, para que possamos melhorar o site | [prazo] |

## O que requer o seu consentimento

Os cookies sem os quais o site não funciona são criados sem lhe perguntar. Todos os outros só são criados depois de concordar.
Recusar não tem qualquer desvantagem para si.

## Mudar de ideias

Pode alterar ou retirar a sua decisão a qualquer momento nas definições de privacidade deste site. O que foi feito antes continua a
ser lícito.

## Quem recebe dados

[Indique aqui cada empresa que cria ou lê cookies, o seu país e uma ligação para a sua própria política.]

## Perguntas

Escreva para [endereço de e-mail].`,
  privacy: `# Política de privacidade

## Quem é o responsável pelo tratamento

[Empresa, endereço, endereço de e-mail]. O nosso encarregado da proteção de dados: [nome, endereço de e-mail].

## O que tratamos, para quê e com que fundamento jurídico

| Dados | Finalidade | Fundamento jurídico (RGPD) |
| --- | --- | --- |
| Nome, endereço, encomenda | Entregar o que encomendou | contrato, artigo 6.º, n.º 1, alínea b) |
| Faturas | Manter a contabilidade | obrigação jurídica, artigo 6.º, n.º 1, alínea c) |
| Endereço de e-mail | Boletim informativo | consentimento, artigo 6.º, n.º 1, alínea a) |
| [dados] | [finalidade] | [fundamento jurídico] |

## Quem recebe os seus dados

[Subcontratantes e outros destinatários, ou as suas categorias; para países fora da União Europeia, as garantias adequadas.]

## Durante quanto tempo os conservamos

[Para cada tipo de dados, o prazo ou a forma como é determinado.]

## Os seus direitos

Pode pedir o acesso aos seus dados, a sua retificação, o seu apagamento, a limitação do seu tratamento e uma cópia num formato de
uso corrente. Pode opor-se ao tratamento que assente nos nossos interesses. Pode retirar um consentimento a qualquer momento; o que
foi feito antes continua a ser lícito.

Pode apresentar uma reclamação a uma autoridade de controlo, por exemplo [autoridade].

## O que tem de fornecer

[Que dados um contrato ou uma lei exige e o que acontece se não os fornecer.]

## Decisões automatizadas

[Se existem e como funcionam; caso contrário: Não tomamos decisões automatizadas a seu respeito.]`,
  age: `# Confirmação da idade

## Quem pode utilizar este serviço

Tem de ter, pelo menos, [16] anos para utilizar [serviço]. [As pessoas mais novas precisam do consentimento de um dos pais ou do
tutor.]

## O que confirma

Ao aceitar, confirma que atingiu esta idade.

## O que fazemos com a sua confirmação

Guardamos que a confirmou e quando, para o podermos provar. Não pedimos a sua data de nascimento. [Caso contrário: o que é
verificado e durante quanto tempo é guardado.]

## Se tiver menos idade

Não crie uma conta, por favor. Se já tiver uma, escreva para [endereço de e-mail] e iremos eliminá-la.`,
};
