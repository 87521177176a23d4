import { For } from 'solid-js';

export default function Related(props) {
  return (
    <ul>
      <For each={props.names}>{(name) => <li>{name}</li>}</For>
    </ul>
  );
}
