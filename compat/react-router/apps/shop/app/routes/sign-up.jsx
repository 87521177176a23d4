import { data, Form } from 'react-router';
import { signUp } from '../../lib/shop.js';

export async function action({ request }) {
  const { status, errors, cookies } = await signUp(Object.fromEntries(await request.formData()), request);
  if (status !== 303) return data({ errors }, { status });
  const headers = new Headers({ location: '/' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status, headers });
}

export default function SignUp({ actionData }) {
  return (
    <main>
      <h1>Sign up</h1>
      <p role="alert">{actionData?.errors.join(' ')}</p>
      <Form method="post" reloadDocument>
        <label>
          Mail <input name="user[email]" />
        </label>
        <label>
          <input type="checkbox" name="user[policy_rule_terms]" value="1" /> I accept the terms
        </label>
        <button>Sign up</button>
      </Form>
    </main>
  );
}
