import { engine } from '../../engine.mjs';

engine.start();
export const prerender = false;
export const ALL = ({ request, clientAddress }) => engine.fetch(request, { ip: clientAddress });
