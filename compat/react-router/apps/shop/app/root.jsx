import { requirePolicies } from 'policy-engine/react-router';
import { Outlet, Scripts } from 'react-router';
import { engine } from '../lib/shop.js';

export const middleware = [requirePolicies(engine)];

export default function Root() {
  return (
    <html lang="en">
      <head>
        <title>Shop</title>
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}
