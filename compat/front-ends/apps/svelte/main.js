import { mount } from 'svelte';
import Product from './Product.svelte';

mount(Product, { target: document.getElementById('app') });
