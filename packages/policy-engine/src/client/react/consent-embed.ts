'use client';
import {
  createElement,
  type IframeHTMLAttributes,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { attributeOf, type Rules } from '../components/consent-view.ts';
import { defineEmbed } from '../page/elements.ts';
import { ConsentViewContext } from './context.ts';

/** Props of an embedded frame: its rule, its address, and attributes of a frame. */
export interface ConsentEmbedProps extends Omit<IframeHTMLAttributes<HTMLIFrameElement>, 'src' | 'srcDoc'> {
  /** The rule it needs, or several. */
  readonly rule: Rules;
  /** The vendor it also needs: `provider` of a script of each rule. */
  readonly vendor?: string | undefined;
  readonly src: string;
  /** Names the frame for people who do not see it. */
  readonly title: string;
  /** Shown until consent is known, and without JavaScript: best a link to the same content. */
  readonly children?: ReactNode;
}

const noChange = () => () => {};

/** Whether React has hydrated. */
const useIsHydrated = () =>
  useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  );

function Embed({ rule, vendor, src, children, ...attributes }: ConsentEmbedProps): ReactElement {
  const view = useContext(ConsentViewContext);
  const isHydrated = useIsHydrated();
  useEffect(() => {
    defineEmbed();
    return view.subscribe(() => {});
  }, [view]);
  // The element changes its content, so React renders it only once.
  const [content] = useState(() => {
    if (!view.accepts(isHydrated ? view.known : view.first, rule, vendor)) return children;
    const { id: _id, className: _class, style: _style, ...ofFrame } = attributes;
    return createElement('iframe', { ...ofFrame, src });
  });
  const ofElement = {
    ...attributes,
    mount: view.mount,
    'data-src': src,
    ...(isHydrated && { 'data-consent': attributeOf(rule, vendor) }),
  };
  return createElement('policy-embed', ofElement, content);
}

/**
 * A frame of another site, such as a film or a map. Visitors without consent are asked in its place, which has the given width and
 * height from the start.
 *
 * @example
 * ```tsx
 * <ConsentEmbed rule="media" src="https://films.example/1" title="How it is made" width={1280} height={720}>
 *   <a href="https://films.example/watch/1">Watch the film</a>
 * </ConsentEmbed>
 * ```
 */
export function ConsentEmbed(props: ConsentEmbedProps): ReactElement {
  // Another film is another element.
  return createElement(Embed, { ...props, key: `${attributeOf(props.rule, props.vendor)} ${props.src}` });
}
