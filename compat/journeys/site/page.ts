/** The page that each router shows: what waits for consent, and the links. */

/** Pages of the site. Each has a picture and frames of its own, and they share a script. */
export const PAGES = { start: '/', other: '/other/', ahead: '/ahead/' } as const;

/** What people decide on: a script; frames; a picture, with words in a template. */
export const RULES = ['analytics', 'media', 'social'] as const;

/** A rule of the site. */
export type Rule = (typeof RULES)[number];

/** A page. */
export type PageName = keyof typeof PAGES;

/** Heading of a page, and the text of links to it. */
export const titleOf = (page: PageName): string => page[0]!.toUpperCase() + page.slice(1);

/** Stands for the origin of the other company in what is built. */
export const PARTNER = 'http://partner.invalid';

/** How a router is included in pages that a server draws. */
export interface Included {
  /** In the head, before what the guide says. */
  readonly head?: string;
  /** Attributes of the body. */
  readonly body?: string;
  /** Attribute of links that the router leaves to the browser. */
  readonly leaving?: string;
}

/** The HTML of a page, with the include of the guide. */
export const drawn = (page: PageName, { head = '', body = '', leaving = '' }: Included): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${titleOf(page)}</title>
${head}
<link rel="stylesheet" href="/policies/assets/consent.css" />
<script type="module" src="/policies/assets/consent.js"></script>
</head>
<body ${body}>
<main>
<h1>${titleOf(page)}</h1>
<nav><a href="/">Start</a> <a href="/other/">Other</a> <a href="/ahead/" ${leaving}>Ahead</a></nav>
<p><a href="/policies/consent" data-policy-settings>Your privacy</a></p>
<script type="text/plain" data-consent="analytics" src="${PARTNER}/tag.js"></script>
<policy-embed data-consent="media" data-src="${PARTNER}/film/${page}" title="Film" width="320" height="180"><a href="${PARTNER}/watch">Watch</a></policy-embed>
<iframe data-consent="media" data-src="${PARTNER}/map/${page}" title="Map" width="320" height="180"></iframe>
<p><img data-consent="social" data-src="${PARTNER}/picture/${page}" alt="Picture" width="20" height="20"></p>
<template data-consent="social"><p class="words">Words of ${page}</p></template>
</main>
</body>
</html>`;
