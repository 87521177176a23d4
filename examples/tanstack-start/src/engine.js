import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';

export const engine = createPolicyEngine({
  database: nodeSqliteDatabase('app.db'),
  rules: [
    { name: 'cookie', label: 'Statistics', sessionless: true },
  ],
  currentUser: () => null, // who is signed in: { id, record }
});
engine.start();
