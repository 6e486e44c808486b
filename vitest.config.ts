import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', 'test/tarballs/**'],
    include: ['packages/*/src/**/*.test.ts', 'examples/**/*.test.ts', 'test/**/*.test.ts'],
  },
})
