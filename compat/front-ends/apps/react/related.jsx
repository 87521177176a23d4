export default function Related({ of }) {
  return (
    <ul>
      {of.related.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
