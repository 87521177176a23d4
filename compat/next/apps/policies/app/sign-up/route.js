import { base, documentOf, signUp, signUpForm } from '../../lib/shop.js';

const html = (status, errors) =>
  new Response(documentOf(signUpForm(errors)), { status, headers: { 'content-type': 'text/html; charset=utf-8' } });

export const GET = () => html(200);

export async function POST(request) {
  const { status, errors, cookies } = await signUp(Object.fromEntries(await request.formData()), request);
  if (status !== 303) return html(status, errors);
  const headers = new Headers({ location: `${base}/` });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status, headers });
}
