// What create-next-app sets.
export default { basePath: '/shop', cacheComponents: true };
