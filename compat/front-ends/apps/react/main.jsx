import { lazy, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

const Related = lazy(() => import('./related.jsx'));

function Product() {
  const [product, setProduct] = useState();
  useEffect(() => {
    fetch('/api/product.json').then(async (response) => setProduct(await response.json()));
  }, []);
  useEffect(() => {
    if (product) document.title = product.name;
  }, [product]);
  if (!product) return <p>Loading</p>;
  return (
    <main>
      <h1>{product.name}</h1>
      <Suspense fallback={<p>Loading</p>}>
        <Related of={product} />
      </Suspense>
    </main>
  );
}

createRoot(document.getElementById('app')).render(<Product />);
