import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';

/** The engine is not there while the pages are made. */
function handleHttpError({ path, message }) {
  if (!path.startsWith('/policies/')) throw new Error(message);
}

export default { plugins: [sveltekit({ adapter: adapter({ pages: 'build' }), prerender: { handleHttpError } })] };
