import { defineConfig } from 'vitest/config'

/** Runs the tests of everything that was written in one process, each file from the folder of its own project. */
export default defineConfig({
  test: {
    include: ['*/src/**/*.test.ts'],
    setupFiles: [`${import.meta.dirname}/enter-project.ts`],
  },
})
