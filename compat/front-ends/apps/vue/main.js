import { createApp } from 'vue';
import Product from './Product.vue';

createApp(Product).mount('#app');
