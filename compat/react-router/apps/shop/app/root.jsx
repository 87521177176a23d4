import { requirePolicies } from 'policy-engine/react-router';
import { renderMiddleware } from 'render-middleware/react-router';
import { Outlet, Scripts } from 'react-router';
import { engine, forBots } from '../lib/shop.js';

export const middleware = [renderMiddleware(forBots), requirePolicies(engine)];

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
