import { linkedFaults } from './loop.ts';

linkedFaults('postgres', 'conflict');
