import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['packages/*/src/**/*.test.ts', 'examples/**/*.test.ts', 'test/**/*.test.ts'] },
})
