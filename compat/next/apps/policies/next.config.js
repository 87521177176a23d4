// The default of create-next-app.
export default { basePath: '/shop', cacheComponents: true };
