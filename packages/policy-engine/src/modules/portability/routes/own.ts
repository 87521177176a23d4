/** A person's own requests. */
import { z } from '@hono/zod-openapi';
import { type FieldError, HttpError, type WebApp } from '../../../platform/web/index.ts';
import { CreatedRequestJson, requestJson, RequestJson } from '../requests/representation.ts';
import { isDownloadable, type PortabilityRequest, states } from '../requests/request.ts';
import { type MyData, myDataPage, MyDataPart, withdrawPage } from '../views/my-data-page.tsx';
import { paths } from '../views/pages.ts';
import type { CentreSection } from '../../consent/index.ts';
import { type AnyCall, Id, isOpen, Nothing } from '../../requests/index.ts';
import { OWN, type PortabilityRoutesOptions } from './shared.ts';

/** The file name of the download. */
const FILE_NAME = 'my-data.zip';
/** The response of the original; programs may look for it. */
const SUBMITTED = 'Information Request Submitted!';

/** The part of the privacy centre. */
export function copySection(options: PortabilityRoutesOptions): CentreSection {
  return {
    id: 'copy',
    position: 10,
    heading: ({ t }) => t('requests.centre.title'),
    async draw(call) {
      const data = await ownPageOf(options, call);
      return (view) => MyDataPart({ view, data });
    },
  };
}

type Link = (request: PortabilityRequest) => string;

function linkFor({ downloads }: PortabilityRoutesOptions, call: AnyCall): Link {
  return ({ id: requestId, userId }) => call.href(paths.download(requestId)) + downloads.query({ requestId, userId });
}

async function ownPageOf(options: PortabilityRoutesOptions, call: AnyCall): Promise<MyData> {
  const { requests, downloads, hasMail, now } = options;
  await downloads.ready();
  const own = await requests.register.ofUser(call.user?.id ?? '');
  return { requests: own, now: now(), hasMail, canAsk: requests.lacking === null, download: linkFor(options, call) };
}

export function declareOwn(app: WebApp, options: PortabilityRoutesOptions): void {
  const { requests, downloads, hasMail, now } = options;
  const canAsk = requests.lacking === null;
  const link = (call: AnyCall) => linkFor(options, call);
  const bodyOf = (call: AnyCall, request: PortabilityRequest) => requestJson(request, now(), link(call));
  const page = async (call: AnyCall, refused?: readonly FieldError[]) => {
    return { ...(await ownPageOf(options, call)), refused };
  };

  app.route({
    method: 'get',
    path: paths.mine,
    id: 'listUserPortabilityRequests',
    summary: 'List the requests of the current user, newest first',
    tags: OWN,
    answer: {
      description: 'The requests',
      json: z.object({ portability_requests: z.array(RequestJson) }),
      html: 'page',
    },
    handle: async (call) => {
      const data = await page(call);
      return {
        json: () => ({ portability_requests: data.requests.map((request) => bodyOf(call, request)) }),
        html: (view) => myDataPage(view, data),
      };
    },
  });
  app.route({
    method: 'post',
    path: paths.mine,
    id: 'createUserPortabilityRequest',
    summary: 'Request a copy of the current user’s data',
    description: 'One request at a time: 422 `request_open` while another one is open.',
    tags: OWN,
    body: Nothing,
    answer: { status: 201, description: 'The request', json: CreatedRequestJson, html: 'redirect' },
    form: async (call, { errors }) => {
      const data = await page(call, errors);
      return (view) => myDataPage(view, data);
    },
    handle: async (call) => {
      const { locale } = await call.language();
      await downloads.ready();
      const request = await requests.create(call.user.id, locale);
      return {
        json: { ...bodyOf(call, request), notice: SUBMITTED },
        redirect: { to: call.href('/privacy#copy'), notice: 'notice.request_created' },
      };
    },
  });
  app.route({
    method: 'get',
    path: '/user_portability_requests/{id}',
    id: 'showUserPortabilityRequest',
    summary: 'Show a request of the current user with its progress',
    tags: OWN,
    params: Id,
    answer: { description: 'The request', json: RequestJson, html: 'page' },
    handle: async (call) => {
      await downloads.ready();
      const request = await requests.register.findOwn(call.user.id, call.params.id);
      const data = { requests: [request], now: now(), hasMail, canAsk, download: link(call) };
      return { json: () => bodyOf(call, request), html: (view) => myDataPage(view, data) };
    },
  });
  app.route({
    method: 'get',
    path: '/user_portability_requests/{id}/delete',
    id: 'askToDeleteUserPortabilityRequest',
    summary: 'Ask for confirmation to delete a request',
    tags: OWN,
    params: Id,
    answer: { description: 'The question', html: 'page' },
    handle: async ({ user, params }) => {
      const request = await requests.register.findOwn(user.id, params.id);
      return { html: (view) => withdrawPage(view, request) };
    },
  });
  app.route({
    method: 'delete',
    path: '/user_portability_requests/{id}',
    id: 'deleteUserPortabilityRequest',
    summary: 'Delete a request of the current user, with its export',
    tags: OWN,
    params: Id,
    answer: { status: 204, description: 'Deleted', html: 'redirect' },
    handle: async ({ user, params, href }) => {
      const request = await requests.deleteOwn(user.id, params.id);
      const notice = isOpen(request, states) ? 'notice.request_withdrawn' : 'notice.request_deleted';
      return { redirect: { to: href('/privacy#copy'), notice } };
    },
  });
  app.route({
    method: 'get',
    path: '/user_portability_requests/{id}/download',
    id: 'downloadUserPortabilityRequest',
    summary: 'Download the export with a signed link',
    description:
      '`download_url` of a completed request. Supports range requests. Redirects to a URL of the storage if it has one.',
    tags: OWN,
    params: Id,
    answer: { description: 'The archive' },
    otherResponses: {
      200: { description: 'The archive', content: { 'application/zip': { schema: z.string() } } },
      206: { description: 'A part of it', content: { 'application/zip': { schema: z.string() } } },
      302: { description: 'Redirects to a URL of the storage' },
      303: { description: 'The link has expired: redirects a browser to the list, which has a new one' },
      416: { description: 'The requested range does not exist' },
    },
    errors: [410],
    handle: async (call) => {
      const request = await requests.register.findOwn(call.user.id, call.params.id);
      // A page that was left open has expired links: the reloaded page has a valid one.
      const isNavigation = call.request.headers.get('sec-fetch-mode') === 'navigate';
      if (isNavigation && !(await downloads.isLink(call.request, { requestId: request.id, userId: request.userId })))
        return new Response(null, { status: 303, headers: { location: call.href(paths.mine) } });
      if (request.file === null || !isDownloadable(request, now()))
        throw new HttpError(410, 'export_gone', { text: { key: 'error.export_gone' } });
      const { name } = request.file;
      const { id: requestId, userId } = request;
      const attachment = { requestId, userId, name, fileName: FILE_NAME, contentType: 'application/zip' };
      return downloads.respond(call.request, attachment);
    },
  });
}
