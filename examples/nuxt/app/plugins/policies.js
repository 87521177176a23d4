export default defineNuxtPlugin(() => {
  useHead({
    link: [{ rel: 'stylesheet', href: '/policies/assets/consent.css' }],
    script: [{ type: 'module', src: '/policies/assets/consent.js' }],
  });
});
