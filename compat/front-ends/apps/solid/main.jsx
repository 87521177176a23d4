import { createResource, lazy, Show, Suspense } from 'solid-js';
import { render } from 'solid-js/web';

const Related = lazy(() => import('./related.jsx'));

function Product() {
  const [product] = createResource(async () => {
    const loaded = await (await fetch('/api/product.json')).json();
    document.title = loaded.name;
    return loaded;
  });
  return (
    <Suspense fallback={<p>Loading</p>}>
      <Show when={product()}>
        {(loaded) => (
          <main>
            <h1>{loaded().name}</h1>
            <Related names={loaded().related} />
          </main>
        )}
      </Show>
    </Suspense>
  );
}

render(() => <Product />, document.getElementById('app'));
