'use client';
import {
  type Context,
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { type ConsentSource, ConsentView } from '../components/consent-view.ts';

/** The consent of the components below a provider. */
export const ConsentViewContext: Context<ConsentView> = /* @__PURE__ */ createContext(
  /* @__PURE__ */ new ConsentView({}),
);

/** Props of a provider. */
export interface ConsentProviderProps extends ConsentSource {
  readonly children?: ReactNode;
}

/**
 * Sets where the engine is mounted and what the server knew, for all components below. Not needed if the engine is at `/policies`
 * and the server passes no snapshot.
 *
 * @example
 * ```tsx
 * <ConsentProvider snapshot={await consent.consentSnapshot()}>{children}</ConsentProvider>
 * ```
 */
export function ConsentProvider({ mount, snapshot, children }: ConsentProviderProps): ReactElement {
  const view = useMemo(() => new ConsentView({ mount, snapshot }), [mount, snapshot]);
  const first = useRef(snapshot);
  // A new snapshot means that somebody signed in or out.
  useEffect(() => {
    if (snapshot !== first.current) void view.consent.refresh();
    first.current = snapshot;
  }, [view, snapshot]);
  return createElement(ConsentViewContext, { value: view }, children);
}
