import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Part } from './parts.ts'

/** The result of a part of `.ci/run`, which is one command. */
export interface Taken {
  readonly name: string
  readonly isPassed: boolean
  readonly seconds: number
  /** The CPU seconds, on all cores, of all processes that the part waited for. */
  readonly cpuSeconds: number
  readonly output: string
}

/** The shell script that runs a part. At the end it writes the CPU time of its child processes to descriptor 3. */
const TIMED = '"$@"; code=$?; times >&3; exit $code'

/**
 * Runs a part to its end. Its output is collected and not printed at once, since it would mix with that of another
 * part.
 */
export async function takePart({ name, args, env }: Part, root: string, folder: string): Promise<Taken> {
  const paths = ['output', 'times'].map((what) => join(folder, `${name.replace(/\W+/g, '-')}.${what}`))
  const [output = '', times = ''] = paths
  const [outputFile, timesFile] = paths.map((path) => openSync(path, 'w'))
  const start = performance.now()
  const child = spawn('sh', ['-c', TIMED, 'sh', process.execPath, ...args], {
    cwd: root,
    // The temporary files of all parts are in this folder, so that they can be deleted together if all parts pass.
    env: { ...process.env, ...env, TMPDIR: folder },
    stdio: ['ignore', outputFile, outputFile, timesFile],
  })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  for (const file of [outputFile, timesFile]) closeSync(file as number)
  return {
    name,
    isPassed: code === 0,
    seconds: (performance.now() - start) / 1000,
    cpuSeconds: childrenIn(readFileSync(times, 'utf8')),
    output: readFileSync(output, 'utf8'),
  }
}

/**
 * The CPU seconds of the child processes of a shell: the sum of the times in the second line that its command `times`
 * prints, such as `1m2.50s 0m3.25s`.
 */
export function childrenIn(times: string): number {
  const [, line = ''] = times.split('\n')
  const spent = [...line.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
  )
  return spent.reduce((sum, one) => sum + one, 0)
}
