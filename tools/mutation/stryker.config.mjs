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
  ],
  ignorePatterns: ['**/dist', 'docs', 'bench', 'examples', '.git', 'tools/nodes', 'tools/site'],
  // A mutant in code that runs once, when a module is loaded, needs a process of its own.
  ignoreStatic: true,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: 'tools/mutation/.stryker-tmp',
}
