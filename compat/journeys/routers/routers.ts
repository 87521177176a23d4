/** The routers, and the sites that they are tried on. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import express, { type Handler } from 'express';
import { drawn, type Included, PAGES, type PageName, PARTNER } from '../site/page.ts';
import { built } from './built.ts';

const modules = path.join(import.meta.dirname, '../node_modules');

/** How a site leads from one page to another. */
export interface RouterKind {
  /** The column of the table. */
  readonly name: string;
  /** Empty if the browser itself follows the links. */
  readonly version: string;
  /** Whether the document stays when another page is shown. */
  readonly keepsDocument: boolean;
  /** Code in the page that shows the present page again, as the server has it now. */
  readonly again?: string;
  /** The pages. @param partner origin of the other company */
  pages(partner: string): Handler | Promise<Handler>;
}

const { dependencies } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
/** The version that is pinned, also of a package under another name: `npm:htmx.org@2.0.11`. */
const versionOf = (name: string): string => dependencies[name]!.replace(/^npm:.*@/, '');

/** Pages that the server draws, with a file of the router. */
function drawnPages(included: Included, file?: string): RouterKind['pages'] {
  return (partner) => {
    const pages = express.Router();
    if (file !== undefined) {
      pages.get('/router.js', (_request, response) => response.sendFile(path.join(modules, file)));
    }
    for (const [page, at] of Object.entries(PAGES)) {
      pages.get(at, (_request, response) => {
        response.send(drawn(page as PageName, included).replaceAll(PARTNER, partner));
      });
    }
    return pages;
  };
}

const SCRIPT = '<script src="/router.js"></script>';

/** All of them, in the order of the table. */
export const ROUTERS: readonly RouterKind[] = [
  { name: 'Pages', version: '', keepsDocument: false, pages: drawnPages({}) },
  {
    name: 'Turbo',
    version: versionOf('@hotwired/turbo'),
    keepsDocument: true,
    // A page refresh: the page is morphed into the new one.
    again: `Turbo.visit(location.href, { action: 'replace' })`,
    pages: drawnPages(
      { head: `<meta name="turbo-refresh-method" content="morph">${SCRIPT}`, leaving: 'data-turbo="false"' },
      '@hotwired/turbo/dist/turbo.es2017-umd.js',
    ),
  },
  {
    name: 'Astro',
    version: versionOf('astro'),
    keepsDocument: true,
    again: 'navigateTo(location.href)',
    pages: built('astro', 'astro/bin/astro.mjs', 'build'),
  },
  {
    name: 'htmx 2',
    version: versionOf('htmx-2'),
    keepsDocument: true,
    again: `htmx.ajax('GET', location.pathname, { target: 'body', swap: 'innerHTML' })`,
    pages: drawnPages({ head: SCRIPT, body: 'hx-boost="true"', leaving: 'hx-boost="false"' }, 'htmx-2/dist/htmx.js'),
  },
  {
    name: 'htmx 4',
    version: versionOf('htmx.org'),
    keepsDocument: true,
    again: `htmx.ajax('GET', location.pathname, { target: 'body', swap: 'innerMorph' })`,
    pages: drawnPages(
      { head: SCRIPT, body: 'hx-boost:inherited="true"', leaving: 'hx-boost="false"' },
      'htmx.org/dist/htmx.js',
    ),
  },
  {
    name: 'React Router',
    version: versionOf('react-router'),
    keepsDocument: true,
    pages: built('react-router', '@react-router/dev/bin.js', 'build/client'),
  },
];
