export const metadata = { title: 'Shop' };

export default function RootLayout({ children }) {
  return (
    <html lang="en">
      <body>
        {children}
        <link rel="stylesheet" href="/policies/assets/consent.css" precedence="default" />
        <script type="module" src="/policies/assets/consent.js" async />
      </body>
    </html>
  );
}
