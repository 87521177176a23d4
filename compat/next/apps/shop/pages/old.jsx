import { useEffect, useState } from 'react';

/** A page of the older router. */
export default function Old() {
  const [name, setName] = useState('Loading');
  useEffect(() => setName('Drawn'), []);
  return <h1>{name}</h1>;
}
