/** The libraries that `init` knows, the most specific first: an app of Nest has Express, too. */

/** A library of a project. */
export interface Library {
  readonly id: string;
  readonly name: string;
  /** npm packages; one of them is enough. */
  readonly packages: readonly string[];
  /** The page of the documentation about it. */
  readonly page?: string;
}

/** Groups of libraries. */
export interface Libraries {
  readonly hosts: readonly Library[];
  /** A server without a framework. */
  readonly node: Library;
  readonly orms: readonly Library[];
  readonly auth: readonly Library[];
}

/** By what they are for, the most specific first. */
export const LIBRARIES: Libraries = {
  hosts: [
    { id: 'next', name: 'Next', packages: ['next'] },
    { id: 'nuxt', name: 'Nuxt', packages: ['nuxt'] },
    { id: 'sveltekit', name: 'SvelteKit', packages: ['@sveltejs/kit'] },
    { id: 'react-router', name: 'React Router', packages: ['@react-router/dev'] },
    { id: 'tanstack-start', name: 'TanStack Start', packages: ['@tanstack/react-start', '@tanstack/solid-start'] },
    { id: 'astro', name: 'Astro', packages: ['astro'] },
    { id: 'nest', name: 'Nest', packages: ['@nestjs/core'] },
    { id: 'hapi', name: 'Hapi', packages: ['@hapi/hapi'] },
    { id: 'fastify', name: 'Fastify', packages: ['fastify'] },
    { id: 'koa', name: 'Koa', packages: ['koa'] },
    { id: 'hono', name: 'Hono', packages: ['hono'] },
    { id: 'express', name: 'Express', packages: ['express'] },
    { id: 'h3', name: 'h3', packages: ['h3'] },
  ],
  node: { id: 'node', name: 'Node', packages: [] },
  orms: [
    { id: 'prisma', name: 'Prisma', packages: ['@prisma/client', 'prisma'], page: 'docs/orms.md#prisma' },
    { id: 'drizzle', name: 'Drizzle', packages: ['drizzle-orm'], page: 'docs/orms.md#drizzle' },
    { id: 'mikro-orm', name: 'MikroORM', packages: ['@mikro-orm/core'], page: 'docs/orms.md#mikroorm' },
    { id: 'typeorm', name: 'TypeORM', packages: ['typeorm'], page: 'docs/orms.md#typeorm' },
    { id: 'sequelize', name: 'Sequelize', packages: ['sequelize'], page: 'docs/orms.md#sequelize' },
    { id: 'kysely', name: 'Kysely', packages: ['kysely'], page: 'docs/orms.md#kysely' },
    { id: 'knex', name: 'Knex', packages: ['knex'], page: 'docs/orms.md#knex' },
  ],
  auth: [
    { id: 'better-auth', name: 'better-auth', packages: ['better-auth'], page: 'docs/auth-libraries.md#better-auth' },
    {
      id: 'auth-js',
      name: 'Auth.js',
      packages: ['next-auth', '@auth/core', '@auth/express', '@auth/sveltekit'],
      page: 'docs/auth-libraries.md#authjs',
    },
    {
      id: 'session',
      name: 'sessions',
      packages: [
        'passport',
        'express-session',
        'cookie-session',
        '@fastify/session',
        '@fastify/secure-session',
        'koa-session',
      ],
      page: 'docs/quick-start.md#3-ask-at-sign-up',
    },
  ],
};
