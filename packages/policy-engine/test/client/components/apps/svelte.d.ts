declare module '*.svelte' {
  import type { Component } from 'svelte';
  import type { PageProps } from './page-props.ts';

  const component: Component<PageProps & Record<string, unknown>>;
  export default component;
}
