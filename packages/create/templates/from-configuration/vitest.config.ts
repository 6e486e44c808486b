import { defineConfig } from 'vitest/config'

// Otherwise Node would load the files of config/autoload, and what they import, a second time beside the tests.
export default defineConfig({ test: { server: { deps: { inline: ['@app/config'] } } } })
