import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Product } from '../state/api.ts';

/** One large picture and buttons for the others. */
export function Gallery({ pictures }: { readonly pictures: Product['pictures'] }): VNode {
  const [shown, setShown] = useState(0);
  const picture = pictures[shown] ?? pictures[0];
  return (
    <div class="gallery">
      <div class="gallery-main">
        {picture && <img src={picture.src} alt={picture.alt} width="800" height="800" decoding="async" />}
      </div>
      <div class="gallery-choice" role="group" aria-label="Pictures">
        {pictures.map(({ src, alt }, index) => (
          <button
            key={src}
            type="button"
            aria-pressed={index === shown}
            aria-label={alt}
            onClick={() => setShown(index)}
          >
            <img src={src} alt="" width="96" height="96" decoding="async" />
          </button>
        ))}
      </div>
    </div>
  );
}
