/**
 * What `init` of each product reads a project with, and changes its files with. The products import nothing of each other: this is
 * compiled into each of them (`dist/project-setup`), which imports it as `#project-setup`.
 *
 * - {@link readProject} reads the manifest and the source files that it may change.
 * - {@link entryOf}, {@link withAppLines}, {@link withHandle} and {@link withRegistered} find the place of new lines in code, and write them.
 * - {@link Plan} collects changes, {@link changeInLines} shows one as a difference, and {@link applied} makes them: all or none.
 */
export { applied } from './changes/apply.ts';
export { type Change, changeInLines } from './changes/change.ts';
export { Plan } from './changes/plan.ts';
export {
  isInstalledAbove,
  nextRoot,
  packagesOf,
  type Project,
  readPackageJson,
  readProject,
  type SourceFile,
  workspacesIn,
} from './project.ts';
export { type AppKind, APPS, entryOf, withAppLines, withoutEntry } from './source/apps.ts';
export { closingAt, codeOf, statementsFrom } from './source/code.ts';
export { withHandle, withRegistered } from './source/hooks.ts';
export { hasName, type Imports, insertedBefore, inStyle, styleOf, withImports } from './source/insert.ts';
export { serverFile, withWrapper } from './source/server.ts';
