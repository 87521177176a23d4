/** Sample texts in Spanish. */
import type { SampleTexts } from './sample.ts';

export const es: SampleTexts = {
  mark: 'EJEMPLO: un abogado debe leer y adaptar este texto antes de publicarlo. Después, elimine este párrafo.',
  cookie: `# Cookies

[Empresa] usa cookies en este sitio. Las cookies son pequeños archivos que su navegador guarda para nosotros.

## Qué usamos

| Cookie | Finalidad | Duración |
| --- | --- | --- |
| [nombre] | Mantiene abierta su sesión y conserva su cesta | hasta cerrar el navegador |
| [nombre] | Recuerda lo que decidió sobre las cookies | 12 meses |
| [nombre] | Cuenta las visitas para mejorar el sitio | [tiempo] |

## Qué necesita su consentimiento

Las cookies sin las que el sitio no funciona se guardan sin preguntar. Todas las demás se guardan solo si usted acepta. Rechazarlas
no tiene ninguna desventaja para usted.

## Cambiar de opinión

Puede cambiar o retirar su decisión en cualquier momento en los ajustes de privacidad de este sitio. Lo hecho antes sigue siendo
lícito.

## Quién recibe datos

[Indique cada empresa que guarda o lee cookies aquí, su país y un enlace a su propia política.]

## Preguntas

Escriba a [correo electrónico].`,
  privacy: `# Política de privacidad

## Quién es el responsable del tratamiento

[Empresa, dirección, correo electrónico]. Delegado de protección de datos: [nombre, correo electrónico].

## Qué tratamos, para qué y con qué base jurídica

| Datos | Finalidad | Base jurídica (RGPD) |
| --- | --- | --- |
| Nombre, dirección, pedido | Entregar lo que pidió | contrato, art. 6.1.b |
| Facturas | Llevar la contabilidad | obligación legal, art. 6.1.c |
| Correo electrónico | Boletín | consentimiento, art. 6.1.a |
| [datos] | [finalidad] | [base jurídica] |

## Quién recibe sus datos

[Encargados y otros destinatarios, o sus categorías; para países fuera de la Unión Europea, las garantías adecuadas.]

## Cuánto tiempo los conservamos

[Para cada tipo de datos, el plazo o cómo se determina.]

## Sus derechos

Puede pedir acceso a sus datos, su rectificación, su supresión, la limitación de su tratamiento y una copia en un formato común.
Puede oponerse al tratamiento basado en nuestros intereses. Puede retirar un consentimiento en cualquier momento; lo hecho antes
sigue siendo lícito.

Puede reclamar ante una autoridad de control, por ejemplo [autoridad].

## Qué datos debe facilitar

[Qué datos exige un contrato o una ley, y qué ocurre si no los facilita.]

## Decisiones automatizadas

[Si las hay y cómo funcionan; si no: No tomamos decisiones automatizadas sobre usted.]`,
  age: `# Confirmación de edad

## Quién puede usar este servicio

Debe tener al menos [16] años para usar [servicio]. [Las personas más jóvenes necesitan el
consentimiento de su madre, padre o tutor.]

## Qué confirma

Al aceptar, confirma que ha cumplido esa edad.

## Qué hacemos con ello

Guardamos el hecho y la fecha de su confirmación, para poder demostrarla. No pedimos su fecha de nacimiento. [Si no es así: qué se
comprueba y cuánto tiempo se guarda.]

## Si es más joven

No cree una cuenta, por favor. Si ya tiene una, escriba a [correo electrónico] y la eliminaremos.`,
};
