'use client';
import { useContext, useEffect } from 'react';
import { type GatedScript, placeScript } from '../components/gated-script.ts';
import { ConsentViewContext } from './context.ts';

/** What a script is given. */
export type ConsentScriptProps = GatedScript;

/**
 * A script that runs with consent: once in a page, however many components want it and however often they come and go.
 * Withdrawing works as for every tag that waits: what it left is deleted, and it runs until the page is loaded again.
 *
 * @example
 * ```tsx
 * <ConsentScript rule="analytics" src="https://tags.example/tag.js" async />
 * ```
 */
export function ConsentScript(props: ConsentScriptProps): null {
  const view = useContext(ConsentViewContext);
  const key = JSON.stringify(props);
  // Without anything else that asks what the visitor has consented to.
  useEffect(() => view.subscribe(() => {}), [view]);
  useEffect(() => placeScript(JSON.parse(key) as GatedScript), [key]);
  return null;
}
