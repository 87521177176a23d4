#!/usr/bin/env bash
# The middleware of Next 15 has fetch and AbortController, but no AbortSignal.any; and functions of `process` that are there throw when they are called.
#
# Expected: the sandbox is Node's own, started by `next start` on Node 24, and has what Node and all browsers have had since 2023; and
#           `process?.getBuiltinModule?.(…)`, written to be safe anywhere, is undefined where there is no such function.
# Happens: `AbortSignal.any` is undefined, and with it a fetch with two reasons to end fails before it is sent. `process.getBuiltinModule`
#          is a function, which throws; in instrumentation, which the same sandbox loads, that turns every page into a 500.
# Seen with: next 15.5.29, Node 24.21.0
# Matters: a middleware of a package runs there unless the host chooses `runtime: 'nodejs'`; Next 16 runs `proxy` on Node.
set -euo pipefail

folder=$(mktemp -d)
server=
trap '[ -n "$server" ] && kill "$server" 2> /dev/null; rm -rf "$folder"' EXIT
cd "$folder"
export NEXT_TELEMETRY_DISABLED=1
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund next@15.5.29 react@19.3.1 react-dom@19.3.1
echo "next@15.5.29, Node $(node --version)"

mkdir app
echo 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;' > app/layout.js
echo 'export default () => <h1>Home</h1>;' > app/page.js
cat > middleware.js <<'JS'
export async function middleware() {
  const { process } = globalThis;
  const found = typeof process.getBuiltinModule;
  let called = 'nothing';
  try {
    called = typeof process.getBuiltinModule('node:os');
  } catch {
    called = 'throws';
  }
  return Response.json({ any: typeof AbortSignal.any, timeout: typeof AbortSignal.timeout, found, called });
}
JS
node_modules/.bin/next build > build.txt 2>&1 || { cat build.txt; exit 1; }
port=$(node -e "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); })")
node node_modules/next/dist/bin/next start --port "$port" --hostname 127.0.0.1 > start.txt 2>&1 &
server=$!
for _ in $(seq 50); do
  if answer=$(curl --silent --fail "http://127.0.0.1:$port/"); then break; fi
  sleep 0.2
done
echo "${answer:?no answer}"
[ "$answer" = '{"any":"undefined","timeout":"function","found":"function","called":"throws"}' ]
