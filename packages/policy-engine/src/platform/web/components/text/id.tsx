/** An ID: shortened in a list, whole when it is selected, copied or hovered over. */
import type { JSX } from 'hono/jsx/jsx-runtime';

/** @param props.href - target of the link. Default: no link */
export function Id({ value, href }: { value: string; href?: string | undefined }): JSX.Element {
  const code = (
    <code class="pe-id" dir="ltr" title={value}>
      {value}
    </code>
  );
  return href === undefined ? code : <a href={href}>{code}</a>;
}
