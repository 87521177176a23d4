import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router';

export const Route = createRootRoute({
  component: () => (
    <html lang="en">
      <head>
        <HeadContent />
        <link rel="stylesheet" href="/policies/assets/consent.css" precedence="default" />
        <script type="module" src="/policies/assets/consent.js" async />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  ),
});
