import { render } from 'preact';
import { App } from './app.tsx';

const root = document.querySelector('#app');
if (root) render(<App />, root);
