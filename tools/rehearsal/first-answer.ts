import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { RunOptions } from '../run.ts'

/** A request to a server, and the status that the response has to have. */
export interface Asked {
  readonly path?: string
  readonly status?: number
}

/**
 * Starts a server, sends a request to the first URL that it prints, and ends the server with its child processes.
 * Rejects unless the response has the given status.
 */
export async function firstAnswer(
  command: string,
  args: readonly string[],
  options: RunOptions,
  { path = '/', status = 200 }: Asked = {},
): Promise<void> {
  await whileItRuns(command, args, options, async (url) => {
    const response = await fetch(new URL(path, url))
    assert.equal(response.status, status, await response.text())
  })
}

/** Starts a server, uses the first URL that it prints, and ends the server with its child processes. */
async function whileItRuns(
  command: string,
  args: readonly string[],
  { cwd, env }: RunOptions,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const child = spawn(command, args, {
    cwd,
    env,
    detached: true,
    timeout: 60_000,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await use(await printedUrl(child.stdout))
  } finally {
    await end(child)
  }
}

async function printedUrl(stdout: Readable): Promise<string> {
  let output = ''
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    output += chunk
    const url = /https?:\/\/[\w.:-]+/.exec(output)
    if (url) return url[0]
  }
  throw new Error(`The server ended, or took too long, before it printed where it listens:\n${output}`)
}

/** Ends the whole process group: if npm alone was ended, its shell and its node would go on. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.stdout?.resume()
  process.kill(-(child.pid as number))
  await once(child, 'close')
}
