const { MUTATED = '', FOLDERS = '**' } = process.env
const folder = `packages/${MUTATED}/src`

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
  mutate: [
    ...FOLDERS.split(',').map((path) => `${folder}/${path}/*.ts`),
    `!${folder}/**/*.test*.ts`,
    `!${folder}/**/*test-kit.ts`,
    // The cases that routers are tested with: a mistake in one is a mistake in a test.
    `!${folder}/conformance/**`,
  ],
  ignorePatterns: ['**/dist', 'docs', 'bench', 'examples', '.git', 'tools/nodes', 'tools/site'],
  // A mutant in code that runs once, when a module is loaded, needs a process of its own.
  ignoreStatic: true,
  // A mutant that waits for a busy machine is not one that loops for ever.
  timeoutMS: 10_000,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: 'tools/mutation/.stryker-tmp',
}
