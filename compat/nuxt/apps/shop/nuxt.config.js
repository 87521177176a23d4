export default defineNuxtConfig({
  app: { baseURL: '/shop/' },
  serverDir: 'server',
  compatibilityDate: '2026-11-01',
  telemetry: false,
  devtools: { enabled: false },
});
