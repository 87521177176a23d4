/**
 * Decides which requests come from bots that run no JavaScript, and requests their pages from a page renderer.
 *
 * @module
 */
export { AGENT_CLASSES, type Agent, type AgentClass, type AgentSource } from './bots/agent.ts';
export { agents, AGENTS_DATE, agentSources } from './bots/agents.ts';
export { dependsOnAgent, LOOP_HEADER, shouldRender } from './decide/decide.ts';
export { RenderMiddlewareError, type RenderMiddlewareErrorCode } from './errors.ts';
export { findAgent, isAgent } from './bots/match.ts';
export type {
  CircuitOptions,
  Claim,
  DecisionOptions,
  Fallback,
  PathPattern,
  ProxyOptions,
  RenderMiddlewareOptions,
  ShadowOutput,
  Verdict,
  Verify,
} from './options/options.ts';
export { agentPattern, staticFilePattern } from './bots/portable.ts';
export { proxyRender } from './renderer/proxy.ts';
export type { HeaderSource, RenderRequest } from './request/request.ts';
