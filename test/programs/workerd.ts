import { writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { freePort, startCommand, untilItAnswers } from './run-program.ts'

const WORKERD = join(import.meta.dirname, '../node_modules/.bin/workerd')

/** Starts a bundled worker without Node compatibility, waits until it answers, and returns its URL. */
export async function startWorker(bundle: string): Promise<string> {
  const port = await freePort()
  const config = join(dirname(bundle), 'worker.capnp')
  writeFileSync(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker.js", esModule = embed "${basename(bundle)}")],
    compatibilityDate = "2025-11-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);`,
  )
  startCommand(WORKERD, ['serve', config], { cwd: dirname(bundle) })
  const url = `http://127.0.0.1:${port}`
  await untilItAnswers(url)
  return url
}
