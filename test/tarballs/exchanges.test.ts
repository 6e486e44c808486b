import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { installNodes } from '../../tools/nodes/nodes.ts'
import { testTranscripts } from '../exchanges/transcripts.ts'
import { type Program, startCommand } from '../programs/run-program.ts'
import { Outside } from './workspace.ts'

const outside = new Outside(inject('tarballs'))
const { folder } = outside
afterAll(() => outside.delete())
outside.add('@app/core', '@app/router', '@app/router-find-my-way')
copyFileSync(join(import.meta.dirname, '../exchanges/application.js'), join(folder, 'application.js'))

const nodes = [...installNodes()].map(([major, path]) => ({ major, path }))

describe.each(nodes)('recorded exchanges on node $major', ({ path }) => {
  let program: Program
  let port = 0

  beforeAll(async () => {
    const env = { NODE_ENV: 'production' }
    program = startCommand(path, ['application.js'], { cwd: folder, env, isShared: true })
    port = Number((await program.waitFor(/READY (\d+)/))[1])
  })

  afterAll(async () => {
    program.stop('SIGKILL')
    await program.ended
  })

  testTranscripts(() => port)
})
