import { EmbedElement } from './embed-element.ts';
import { EmbedPlace } from './embed-place.ts';

/**
 * The place of an embedded frame. Attributes: `data-consent`, `data-src`, `title`, `mount`, and those of a frame. Without
 * `data-consent` its content is unchanged: a framework adds the attribute after hydration.
 */
export class PolicyEmbedElement extends EmbedElement {
  protected withCode(use: (Place: typeof EmbedPlace) => void): void {
    use(EmbedPlace);
  }
}
