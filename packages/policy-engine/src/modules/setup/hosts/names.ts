/** The ids of the frameworks that `init` knows, as `--host` takes them. */
export const HOSTS: readonly string[] = [
  'astro',
  'express',
  'fastify',
  'h3',
  'hapi',
  'hono',
  'koa',
  'nest',
  'next',
  'node',
  'nuxt',
  'react-router',
  'sveltekit',
  'tanstack-start',
];
