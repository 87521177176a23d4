/** Packages of single benchmarks, which are installed with them (`npm ci --prefix`) and not with the repository. */
declare module 'autocannon';
declare module 'puppeteer-core';
