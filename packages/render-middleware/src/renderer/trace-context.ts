import { header, type HeaderSource } from '../request/request.ts';

/** https://www.w3.org/TR/trace-context/#traceparent-header: version, trace, parent and flags; ids of zeros only are invalid. */
const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-[\x21-\x7e]{1,100})?$/;
/** Visible ASCII, spaces and tabs; §3.3.1.5 asks for at least 512 characters. */
const TRACESTATE = /^[\x20-\x7e\t]{1,512}$/;
/** An id that page-renderer and most log systems accept. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The headers with which logs and traces of the renderer can be found from those of the site, as far as they are valid. */
export function correlationHeaders(headers: HeaderSource): Array<[name: string, value: string]> {
  const found: Array<[string, string]> = [];
  const traceparent = header(headers, 'traceparent');
  if (traceparent !== undefined && TRACEPARENT.test(traceparent)) {
    found.push(['traceparent', traceparent]);
    const tracestate = header(headers, 'tracestate');
    if (tracestate !== undefined && TRACESTATE.test(tracestate)) found.push(['tracestate', tracestate]);
  }
  const requestId = header(headers, 'x-request-id');
  if (requestId !== undefined && REQUEST_ID.test(requestId)) found.push(['x-request-id', requestId]);
  return found;
}
