import { hydrate } from 'svelte';
import App from './App.svelte';

const snapshot = JSON.parse(document.getElementById('snapshot').textContent);
hydrate(App, { target: document.getElementById('app'), props: { snapshot } });
