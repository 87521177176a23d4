/** The interface of an engine for its host. */
import type { Engine } from './kernel/members.ts';
import type { PortabilityRuleOptions } from './modules/export/rule.ts';

// The members that modules add must be visible where the engine is used.
export type * from './modules.ts';

/** An engine, to be mounted by a host. */
export interface PolicyEngine<
  RuleName extends string = string,
  Portable extends PortabilityRuleOptions = PortabilityRuleOptions,
> extends Engine<RuleName, Portable> {}
