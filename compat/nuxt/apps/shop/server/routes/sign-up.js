import { base, documentOf, signUp, signUpForm } from '../lib/shop.js';

export default defineEventHandler(async (event) => {
  setHeader(event, 'content-type', 'text/html; charset=utf-8');
  if (event.method !== 'POST') return documentOf(signUpForm());
  const { status, errors, cookies } = await signUp(await readBody(event));
  setResponseStatus(event, status);
  for (const cookie of cookies) appendHeader(event, 'set-cookie', cookie);
  if (status === 303) setHeader(event, 'location', `${base}/`);
  return documentOf(signUpForm(errors));
});
