/** The interface of an engine for its host. */
import type { Engine } from './kernel/members.ts';
// The members that modules add.
import type {} from './modules.ts';
import type { PortabilityRuleOptions } from './modules/export/rule.ts';

/** An engine, to be mounted by a host. */
export interface PolicyEngine<
  RuleName extends string = string,
  Portable extends PortabilityRuleOptions = PortabilityRuleOptions,
> extends Engine<RuleName, Portable> {}
