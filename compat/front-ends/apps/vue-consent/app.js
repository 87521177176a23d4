import { createSSRApp } from 'vue';
import { createConsent } from 'policy-engine/vue';
import App from './App.vue';

export const makeApp = (snapshot) => createSSRApp(App).use(createConsent({ snapshot }));
