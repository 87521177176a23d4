import { Outlet, Scripts } from 'react-router';

export default function Root() {
  return (
    <html lang="en">
      <head>
        <title>Shop</title>
        <link rel="stylesheet" href="/policies/assets/consent.css" precedence="default" />
        <script type="module" src="/policies/assets/consent.js" async />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}
