export default { basePath: '/shop' };
