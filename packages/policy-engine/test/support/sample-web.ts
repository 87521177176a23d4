/** A small engine made of the frame only: one set of routes with every type, written as in a module. */
import { declarationsOf } from '../../dist/kernel/compose.js';
import * as ownModules from '../../dist/modules.js';
import { z } from '@hono/zod-openapi';
import {
  createWeb,
  formBoolean,
  HttpError,
  httpErrors,
  type Page,
  PageHeader,
  type Routes,
  type Web,
  type WebOptions,
} from '../../dist/platform/web/index.js';

const Note = z.object({ id: z.string(), title: z.string(), urgent: z.boolean() }).openapi('Note');
const NoteInput = z.object({
  note: z.object({ title: z.string().min(1).max(80), urgent: formBoolean.default(false) }),
});
const Id = z.object({ id: z.string() });

const pageOf = (title: string, lead: string) => (): Page => ({ title, content: PageHeader({ title, lead }) });

/** The notes of a sample; ids are opaque and may contain dots. */
export function sampleRoutes(): Routes {
  const notes = new Map([
    ['a.b@example.com', { id: 'a.b@example.com', title: 'Dots', urgent: false }],
    ['n1', { id: 'n1', title: '<script>alert(1)</script>', urgent: true }],
  ]);
  const find = (id: string) => {
    const note = notes.get(id);
    if (note === undefined) throw httpErrors.notFound();
    return note;
  };
  return (app) => {
    app.navigation({ area: 'user', path: '/notes/pending', label: 'app.name' });
    app.navigation({ area: 'admin', path: '/admin', label: 'app.administration' });
    app.route({
      method: 'get',
      path: '/',
      id: 'home',
      summary: 'Say hello',
      access: 'public',
      answer: { description: 'Hello', json: z.object({ hello: z.string() }), html: 'page' },
      handle: async ({ href, language }) => ({
        json: { hello: href('/notes') },
        html: pageOf((await language()).t('app.name'), href('/notes')),
      }),
    });
    app.route({
      method: 'get',
      path: '/admin',
      id: 'admin',
      summary: 'Administration',
      access: 'admin',
      answer: { description: 'Who', json: z.object({ admin: z.string() }), html: 'page' },
      handle: ({ user }) => ({ json: { admin: user.id }, html: pageOf('Administration', user.id) }),
    });
    app.route({
      method: 'get',
      path: '/notes/{id}',
      id: 'showNote',
      summary: 'Show a note',
      access: 'public',
      params: Id,
      answer: { description: 'The note', json: Note, html: 'page', cacheable: true },
      handle: ({ params }) => {
        const note = find(params.id);
        return {
          json: note,
          html: pageOf(note.title, note.id),
          ...(note.id === 'n1' && { cache: { control: 'public, max-age=60', etag: '"n1"', vary: ['Cookie'] } }),
        };
      },
    });
    // Declared after the route with a parameter on purpose: the literal path must still take precedence.
    app.route({
      method: 'get',
      path: '/notes/pending',
      id: 'pendingNotes',
      summary: 'List pending notes',
      query: z.object({ page: z.coerce.number().int().min(1).default(1) }),
      answer: { description: 'The notes', json: z.array(Note), html: 'page' },
      handle: ({ user, query }) => ({
        json: () => [...notes.values()],
        html: pageOf(`Notes of ${user.id}`, `Page ${query.page}`),
      }),
    });
    app.route({
      method: 'post',
      path: '/notes',
      id: 'createNote',
      summary: 'Write a note',
      body: NoteInput,
      answer: { status: 201, description: 'The new note', json: Note, html: 'redirect' },
      form: (_call, { errors }) => pageOf('Again', errors.map(({ field, detail }) => `${field}: ${detail}`).join(' ')),
      handle: ({ body, cookies, href }) => {
        cookies.set('first', '1');
        cookies.set('second', 'a; b', { domain: '.example.com', httpOnly: true });
        cookies.delete('_ga', { domain: 'example.com' });
        const note = { id: 'n2', ...body.note };
        return { json: note, redirect: { to: href('/notes/pending'), notice: 'notice.saved' } };
      },
    });
    app.route({
      method: 'delete',
      path: '/notes/{id}',
      id: 'deleteNote',
      summary: 'Delete a note',
      access: 'admin',
      params: Id,
      answer: { description: 'What was deleted', json: Note, html: 'redirect' },
      errors: [409],
      handle: ({ params, href }) => {
        const note = find(params.id);
        if (note.urgent) throw httpErrors.conflict('invalid_input', 'error.invalid_input');
        return { json: note, redirect: { to: href('/notes/pending'), notice: 'notice.deleted' } };
      },
    });
    app.route({
      method: 'get',
      path: '/failures/{kind}',
      id: 'fail',
      summary: 'Fail',
      access: 'public',
      params: z.object({ kind: z.enum(['inside', 'promise', 'busy', 'slow']) }),
      answer: { description: 'Never', json: Note, html: 'page' },
      handle: ({ params }) => {
        if (params.kind === 'busy') throw httpErrors.tooManyRequests(7);
        if (params.kind === 'slow') throw new HttpError(503, 'database_busy');
        if (params.kind === 'promise') return Promise.reject(new Error('password=hunter2'));
        throw new Error('password=hunter2');
      },
    });
    app.route({
      method: 'post',
      path: '/echo',
      id: 'echo',
      summary: 'Say what came in',
      access: 'public',
      body: z.unknown(),
      bodyLimit: 512 * 1024,
      answer: {
        description: 'The body',
        json: z.object({ body: z.unknown(), url: z.string(), ip: z.string().nullable() }),
      },
      handle: ({ body, request, env }) => ({ json: { body: body ?? null, url: request.url, ip: env.ip ?? null } }),
    });
    app.route({
      method: 'get',
      path: '/stream',
      id: 'stream',
      summary: 'Send text bit by bit',
      access: 'public',
      answer: { description: 'Text', html: 'page' },
      otherResponses: { 200: { description: 'Text', content: { 'text/plain': { schema: z.string() } } } },
      handle: ({ request }) => new Response(ticks(request.signal), { headers: { 'content-type': 'text/plain' } }),
    });
  };
}

/** The number of streams that were ended by their client. */
export const aborted = { count: 0 };

function ticks(signal: AbortSignal): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      sent += 1;
      controller.enqueue(new TextEncoder().encode(`tick ${sent}\n`));
      if (sent === 100 || signal.aborted) controller.close();
    },
    cancel() {
      aborted.count += 1;
    },
  });
}

/** Headers that sign in: `x-user: anna`; the administrator is `admin`. */
export function sampleWeb(options: Partial<WebOptions> = {}): Web {
  return createWeb({
    catalogues: declarationsOf(Object.values(ownModules)).catalogues,
    basePath: '/policies',
    routes: [sampleRoutes()],
    logger: { error: () => {} },
    currentUser: (request) => {
      const id = request.headers.get('x-user');
      return id === null ? null : { id, record: { id } };
    },
    isAdmin: ({ id }) => id === 'admin',
    ...options,
  });
}
