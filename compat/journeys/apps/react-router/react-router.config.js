// Every page as a file, which React takes over in the browser.
export default { prerender: ['/', '/other/', '/ahead/'], routeDiscovery: { mode: 'initial' } };
