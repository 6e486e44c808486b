import { defineConfig } from 'vitest/config'

/** Runs the tests of all written projects in one process; each test file runs in the folder of its own project. */
export default defineConfig({
  test: {
    include: ['*/src/**/*.test.ts'],
    setupFiles: [`${import.meta.dirname}/enter-project.ts`],
  },
})
