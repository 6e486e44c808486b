import { globSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type Program, startProgram } from '../run-program.ts'

/** A server on loopback with the API of S3 and one bucket. It keeps its data while it is stopped. */
export interface ObjectStore {
  readonly url: string
  readonly bucket: string
  /** The names of the objects in the bucket. */
  objects(): readonly string[]
  stop(): Promise<void>
  start(): Promise<void>
}

export async function startS3(): Promise<ObjectStore> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 's3-'))
  mkdirSync(join(folder, 'files'))
  let program: Program | undefined
  const store: ObjectStore = {
    url: `http://127.0.0.1:${port}`,
    bucket: 'files',
    objects: () => globSync('files/*_object', { cwd: folder }),
    async stop() {
      program?.stop('SIGKILL')
      await program?.ended
    },
    async start() {
      const env = { PORT: String(port), FOLDER: folder }
      program = startProgram(join(import.meta.dirname, 's3-server.js'), { cwd: import.meta.dirname, env })
      await program.waitFor(/READY/)
    },
  }
  await store.start()
  return store
}
