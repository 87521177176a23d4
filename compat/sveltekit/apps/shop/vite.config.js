import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';

export default {
  plugins: [sveltekit({ adapter: adapter(), paths: { base: '/shop' } })],
  // The engine is a link to a folder that has its own copy of Svelte, for its tests.
  resolve: { dedupe: ['svelte'] },
};
