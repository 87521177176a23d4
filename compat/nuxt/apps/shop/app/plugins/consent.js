import { createConsent } from 'policy-engine/vue';

export default defineNuxtPlugin(async ({ vueApp }) => {
  const snapshot = useState('consent');
  if (import.meta.server) snapshot.value = await useRequestFetch()('/api/consent');
  vueApp.use(createConsent({ snapshot: snapshot.value }));
});
