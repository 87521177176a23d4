import { linkedFaults } from './loop.ts';

linkedFaults('sqlite', 'conflict');
