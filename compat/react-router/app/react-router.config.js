export default { basename: '/shop' };
