/** The modules of the engine: a line for each. Their names are in the order of the alphabet, whatever the order here. */
export { appearanceModule } from './modules/appearance/module.ts';
export { auditModule } from './modules/audit/module.ts';
export { browsersModule } from './modules/browsers/module.ts';
export { checksModule } from './modules/checks/module.ts';
export { consentModule } from './modules/consent/module.ts';
export { dataMapModule } from './modules/data-map/module.ts';
export { erasureModule } from './modules/erasure/module.ts';
export { exportModule } from './modules/export/module.ts';
export { homeModule } from './modules/home/module.ts';
export { jobsModule } from './modules/jobs/module.ts';
export { peopleModule } from './modules/people/module.ts';
export { portabilityModule } from './modules/portability/module.ts';
export { proofModule } from './modules/proof/module.ts';
export { requestsModule } from './modules/requests/module.ts';
export { rulesModule } from './modules/rules/module.ts';
export { termsModule } from './modules/terms/module.ts';
export { webhooksModule } from './modules/webhooks/module.ts';
