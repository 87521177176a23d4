import { fail, redirect } from '@sveltejs/kit';
import { base, signUp } from '../../lib/shop.js';

export const actions = {
  default: async ({ request, cookies }) => {
    const { status, errors, cookies: set } = await signUp(Object.fromEntries(await request.formData()), request);
    if (status !== 303) return fail(status, { errors });
    for (const cookie of set) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      cookies.set(name, value, { path: '/', httpOnly: false, secure: false });
    }
    redirect(303, `${base}/`);
  },
};
