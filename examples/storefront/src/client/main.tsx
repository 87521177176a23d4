import { render } from 'preact';
import { App } from './app.tsx';
import { enhanceCookieNotice } from './cookie-notice.ts';

const root = document.querySelector('#app');
if (root) render(<App />, root);
enhanceCookieNotice();
