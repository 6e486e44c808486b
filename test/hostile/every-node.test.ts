import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'
import { installNodes } from '../../tools/nodes/nodes.ts'
import { startCommand } from '../programs/run-program.ts'
import { ATTACK_CASES } from './attack-case.ts'
import { answersToManyLines, judgeHeads } from './heads/table.ts'
import { judgeCase } from './judge-case.ts'

// Each version of Node refuses other requests and other heads by itself. The oldest that the packages support shows
// what the packages refuse. It does not run TypeScript, so the attacked programs are compiled, each to one file.
const folder = mkdtempSync(join(tmpdir(), 'every-node-'))

beforeAll(async () => {
  await build({
    entryPoints: {
      fixture: join(import.meta.dirname, 'server.ts'),
      heads: join(import.meta.dirname, 'heads/server.ts'),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    // Express is CommonJS, whose `require` esbuild leaves to the program.
    banner: { js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url)" },
    logLevel: 'error',
  })
})

describe.each([...installNodes(true)])('on the oldest Node %s', (_major, node) => {
  test('every attack ends as it does on the Node that runs the other tests', async () => {
    const env = { NODE_ENV: 'production', PORT: '0' }
    const program = startCommand(node, [join(folder, 'fixture.mjs')], { cwd: folder, env })
    const [, port] = await program.waitFor(/READY (\d+)/)
    const found: Record<string, readonly string[]> = {}
    for (const attack of ATTACK_CASES) {
      const problems = await judgeCase(attack, Number(port))
      if (problems.length > 0) found[attack.id] = problems
    }
    expect(found).toEqual({})
  })

  test('no text of a handler adds a line to a head, and no header line of a request is dropped', async () => {
    const program = startCommand(node, [join(folder, 'heads.mjs')], { cwd: folder })
    const [, ports = ''] = await program.waitFor(/READY (.*)/)
    expect(await judgeHeads(JSON.parse(ports))).toMatchObject({ problems: [] })
    expect(await answersToManyLines(JSON.parse(ports))).toEqual({
      'createServer()': '431',
      'toNodeHandler()': '431',
      'inside Express': '431',
      'HTTP/2': 'CUT',
    })
  })
})
