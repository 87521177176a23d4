/** Schemas as they are met outside: what is exported, erased, refused before, found again, or named as not seen. */
import { KEYS } from './outside-keys.ts';
import { REFERENCES } from './outside-references.ts';
import { tryCases } from './outside-run.ts';
import { UNUSUAL } from './outside-unusual.ts';
import { VALUES } from './outside-values.ts';
import { WRITTEN } from './outside-written.ts';

tryCases([...REFERENCES, ...KEYS, ...VALUES, ...WRITTEN, ...UNUSUAL]);
