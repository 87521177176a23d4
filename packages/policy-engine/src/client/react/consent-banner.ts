'use client';
import { useContext, useEffect } from 'react';
import { defineElements } from '../page/elements.ts';
import { ConsentViewContext } from './context.ts';

/**
 * Adds the engine's banner at the end of the page, once, unless the server has. For apps that render no banner of their own.
 *
 * @example
 * ```tsx
 * <ConsentBanner />
 * ```
 */
export function ConsentBanner(): null {
  const { mount } = useContext(ConsentViewContext);
  useEffect(() => defineElements(mount), [mount]);
  return null;
}
