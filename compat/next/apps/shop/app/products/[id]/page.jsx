'use client';
import { use, useEffect, useState } from 'react';

export default function Product({ params }) {
  const { id } = use(params);
  const [product, setProduct] = useState();
  useEffect(() => {
    fetch(`/api/products/${id}`)
      .then((response) => response.json())
      .then(setProduct);
  }, [id]);
  return product ? <h1>{product.name}</h1> : <p>Loading</p>;
}
