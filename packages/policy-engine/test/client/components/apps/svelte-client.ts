import { hydrate } from 'svelte';
import App from './App.svelte';
import { mountedOn, propsOfPage } from './page.ts';

hydrate(App, { target: mountedOn(), props: { ...propsOfPage() } });
