import { renderToString } from 'vue/server-renderer';
import { makeApp } from './app.js';

export const render = (snapshot) => renderToString(makeApp(snapshot));
