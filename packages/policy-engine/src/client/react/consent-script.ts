'use client';
import { useContext, useEffect } from 'react';
import { type GatedScript, placeScript } from '../components/gated-script.ts';
import { ConsentViewContext } from './context.ts';

/** Props of a script. */
export type ConsentScriptProps = GatedScript;

/**
 * A script that runs with consent: once in a page, regardless of how many components use it and how often they are mounted.
 * Withdrawing works as for every tag that waits: what it left is deleted, and it runs until the page is reloaded.
 *
 * @example
 * ```tsx
 * <ConsentScript rule="analytics" src="https://tags.example/tag.js" async />
 * ```
 */
export function ConsentScript(props: ConsentScriptProps): null {
  const view = useContext(ConsentViewContext);
  const key = JSON.stringify(props);
  // Loads the settings even if nothing else in the page does.
  useEffect(() => view.subscribe(() => {}), [view]);
  useEffect(() => placeScript(JSON.parse(key) as GatedScript), [key]);
  return null;
}
