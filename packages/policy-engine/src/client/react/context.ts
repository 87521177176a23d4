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

/** What the components below a provider look at. */
export const ConsentViewContext: Context<ConsentView> = /* @__PURE__ */ createContext(
  /* @__PURE__ */ new ConsentView({}),
);

/** What a provider is given. */
export interface ConsentProviderProps extends ConsentSource {
  readonly children?: ReactNode;
}

/**
 * Says where the engine is mounted and what the server knew, for everything below. An app whose engine is at `/policies` and
 * whose server hands in nothing needs none.
 *
 * @example
 * ```tsx
 * <ConsentProvider snapshot={await consent.consentSnapshot()}>{children}</ConsentProvider>
 * ```
 */
export function ConsentProvider({ mount, snapshot, children }: ConsentProviderProps): ReactElement {
  const view = useMemo(() => new ConsentView({ mount, snapshot }), [mount, snapshot]);
  const first = useRef(snapshot);
  // A host that hands in another one has signed somebody in or out.
  useEffect(() => {
    if (snapshot !== first.current) void view.consent.refresh();
    first.current = snapshot;
  }, [view, snapshot]);
  return createElement(ConsentViewContext, { value: view }, children);
}
