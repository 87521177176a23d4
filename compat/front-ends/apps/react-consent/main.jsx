import { hydrateRoot } from 'react-dom/client';
import { App } from './app.jsx';

const snapshot = JSON.parse(document.getElementById('snapshot').textContent);
hydrateRoot(document.getElementById('app'), <App snapshot={snapshot} />);
