import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inspect } from 'node:util'
import type { Ended } from '../../../test/programs/run-program.ts'
import { runCli } from './program.ts'

// This program runs the command lines of tests, one after another. It loads the modules of `app` only once: a process
// for each command line would spend most of its time on loading them. Open handles and loaded applications remain from
// one command line to the next, so tests about these start a process of their own instead.

/** A command line, with the folder in which it runs. */
export interface CommandLine {
  readonly cwd: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** The width of the terminal, if stdout is a terminal. Default: stdout is a pipe. */
  readonly columns?: number
}

const MAIN = join(import.meta.dirname, 'main.ts')

async function runHere({ cwd, args, env, columns }: CommandLine): Promise<Ended> {
  const written = { stdout: '', stderr: '' }
  const before = { cwd: process.cwd(), env: { ...process.env } }
  const streams = ['stdout', 'stderr'] as const
  const writes = streams.map((name) => process[name].write)
  const hear = (warning: Error) => {
    written.stderr += `${warning.name}: ${warning.message}\n`
  }
  process.on('warning', hear)
  process.chdir(cwd)
  setEnvironment({ ...before.env, ...env })
  process.argv[1] = MAIN
  const { isTTY, columns: width } = process.stdout
  Object.assign(process.stdout, { isTTY: columns !== undefined, columns, hasColors: () => false })
  for (const name of streams) {
    process[name].write = ((chunk: string | Uint8Array) => {
      written[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      return true
    }) as typeof process.stdout.write
  }
  try {
    const code = await runCli(args)
    return { code: code ?? null, ...written }
  } catch (error) {
    return { code: 1, ...written, stderr: `${written.stderr}${inspect(error)}\n` }
  } finally {
    for (const [at, name] of streams.entries()) process[name].write = writes[at] as typeof process.stdout.write
    Object.assign(process.stdout, { isTTY, columns: width })
    setEnvironment(before.env)
    process.chdir(before.cwd)
    process.off('warning', hear)
  }
}

function setEnvironment(env: CommandLine['env']): void {
  for (const name of Object.keys(process.env)) delete process.env[name]
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value
}

/** Ends when the command line that runs now has ended: two at once would write into each other's output. */
let turn: Promise<unknown> = Promise.resolve()

const server = createServer(async (request, response) => {
  const line = JSON.parse(await text(request)) as CommandLine
  const ended = turn.then(() => runHere(line))
  turn = ended
  response.end(JSON.stringify(await ended))
})
server.listen(0, '127.0.0.1', () => console.log(`READY ${(server.address() as AddressInfo).port}`))
