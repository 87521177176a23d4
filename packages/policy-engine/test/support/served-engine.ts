/** An engine in a server, for tests with a real browser. */
import { createServer } from 'node:http';
import express from 'express';
import { policyEngine } from 'policy-engine/express';
import { type Listening, listening } from '../../../../testing/listening.ts';

/** Serves an engine, or its routes alone, at `/policies`. */
export function serveEngine(engine: Parameters<typeof policyEngine>[0]): Promise<Listening> {
  return listening(createServer(express().use('/policies', policyEngine(engine))));
}
