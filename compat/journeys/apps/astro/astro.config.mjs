export default { outDir: 'build', devToolbar: { enabled: false } };
