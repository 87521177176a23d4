export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { engine } = await import('./engine.mjs');
  engine.start();
}
