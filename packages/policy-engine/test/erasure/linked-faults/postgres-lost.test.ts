import { linkedFaults } from './loop.ts';

linkedFaults('postgres', 'lost');
