import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// After an intended change of the exports, run npm run api, which writes api.md again: the review then shows the
// change.
test('the exports of the package match api.md', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'api-'))
  try {
    const args = ['node_modules/typescript/bin/tsc', '--declaration', '--emitDeclarationOnly', '--outDir', folder]
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(stdout, 'the errors of the compiler').toBe('')
    const files = readdirSync(folder).filter((name) => name.endsWith('.d.ts') && !name.includes('.test.'))
    const declarations = files.sort().map((name) => {
      return `## ${name}\n\n\`\`\`ts\n${readFileSync(join(folder, name), 'utf8').trim()}\n\`\`\`\n`
    })
    await expect(['# What others can import\n', ...declarations].join('\n')).toMatchFileSnapshot('../api.md')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
