/** A banner in windows of three widths. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { View } from '../../../platform/web/index.ts';

/** Width and height in pixels. */
const WINDOWS = [
  [320, 568],
  [768, 600],
  [1280, 800],
] as const;

/** @param props.preview - address that the editor's script adds the draft to; left out elsewhere */
export function Windows(props: { view: View; src: string; preview?: string }): JSX.Element {
  const { view, src, preview } = props;
  return (
    <div class="pe-windows">
      {WINDOWS.map(([width, height]) => (
        <figure class="pe-window" data-width={width}>
          <figcaption>{view.t('appearance.window', { width })}</figcaption>
          <div>
            <iframe
              src={src}
              width={width}
              height={height}
              title={view.t('appearance.window', { width })}
              data-preview={preview}
            />
          </div>
        </figure>
      ))}
    </div>
  );
}
