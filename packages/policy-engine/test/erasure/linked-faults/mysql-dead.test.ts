import { linkedFaults } from './loop.ts';

linkedFaults('mysql', 'dead');
