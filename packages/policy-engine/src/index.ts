export * from './database/index.ts';
export * from './errors.ts';
