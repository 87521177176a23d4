import { render as renderSvelte } from 'svelte/server';
import App from './App.svelte';
import type { PageProps } from './page-props.ts';

export const render = (props: PageProps): string => renderSvelte(App, { props: { ...props } }).body;
