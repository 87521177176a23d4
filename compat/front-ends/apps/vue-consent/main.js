import { makeApp } from './app.js';

makeApp(JSON.parse(document.getElementById('snapshot').textContent)).mount('#app');
