#!/usr/bin/env bash
# next/script asks browsers to load the address of a script whose type they do not run.
#
# Expected: `<Script type="text/plain" data-consent="…" src="…">`, the form in which all consent tools let a script wait, requests nothing, as
#           the plain element in the same page.
# Happens: the HTML of the page has `<link rel="preload" as="script">` for it, in the head, so that the company behind the address is
#          asked before anybody has decided. The plain element has no such link.
# Seen with: next 16.4.5, react 19.3.1, Node 24.21.0
# Matters: a page looks as if its tags waited, and only the list of requests shows that they did not.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export NEXT_TELEMETRY_DISABLED=1
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund next@16.4.5 react@19.3.1 react-dom@19.3.1
echo "next@16.4.5, Node $(node --version)"

mkdir app
cat > app/layout.js <<'JS'
import Script from 'next/script';

export default ({ children }) => (
  <html lang="en">
    <body>
      {children}
      <script type="text/plain" data-consent="statistics" src="https://plain.example/tag.js" />
      <Script type="text/plain" data-consent="statistics" src="https://next.example/tag.js" />
    </body>
  </html>
);
JS
echo 'export default () => <h1>Home</h1>;' > app/page.js
node_modules/.bin/next build > build.txt 2>&1 || { cat build.txt; exit 1; }
page=.next/server/app/index.html
links=$(grep --only-matching '<link rel="preload"[^>]*\.example[^>]*>' "$page")
echo "$links"
[ "$links" = '<link rel="preload" href="https://next.example/tag.js" as="script"/>' ]
grep --quiet '<script type="text/plain" data-consent="statistics" src="https://plain.example/tag.js">' "$page"
