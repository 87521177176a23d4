import { createServer } from 'node:http';
import { consentContextOf, policyEngine, requirePolicies } from 'policy-engine/node';
import { renderMiddleware } from 'render-middleware/node';
import { documentOf, engine, forBots, homePage, signUp, signUpForm } from '../shop/shop.js';

const bots = renderMiddleware(forBots);
const policies = policyEngine(engine);
const required = requirePolicies(engine);

async function answer(request, response) {
  const { pathname } = new URL(request.url, 'http://shop.example');
  if (pathname === '/sign-up' && request.method === 'POST') {
    const fields = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    const { status, errors, cookies } = await signUp(Object.fromEntries(fields));
    response.writeHead(status, status === 303 ? { location: '/', 'set-cookie': cookies } : {});
    response.end(documentOf(signUpForm(errors)));
  } else if (pathname === '/sign-up') response.end(documentOf(signUpForm()));
  else if (pathname === '/') {
    const { text, ...added } = await homePage(consentContextOf(engine, request));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(documentOf(`<p>${text}</p>`, added));
  } else response.writeHead(404).end();
}

createServer((request, response) => {
  bots(request, response, () => {
    required(request, response, () => policies(request, response, () => answer(request, response)));
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
