import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The steps that a page tells its reader to take. */
export type PageStep =
  | { readonly kind: 'write'; readonly file: string; readonly text: string }
  | { readonly kind: 'type'; readonly command: string; readonly prints: readonly string[] }

/**
 * Reads the steps of a page, or of the section under a title, in their order. A block of code is a file if a line such
 * as `` `app.js` is the application: `` stands before it. HTML comments, which no reader sees, are ignored, and so is a
 * line above a block that has only the path of its file in this repository. In a block of `sh` each line is a command.
 * If the commands of a block begin with `$`, each other line has to be in the output of the command above it.
 */
export function stepsOf(page: string, title?: string): readonly PageStep[] {
  const text = readFileSync(page, 'utf8').replace(/<!--[\s\S]*?-->\n|^`[\w./-]+`\n+(?=```)/gm, '')
  const section = title === undefined ? text : (text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '')
  return [...section.matchAll(/(?:^`([\w./-]+)`[^\n]*:\n+)?^```(\w+)\n([\s\S]*?)^```/gm)].flatMap(
    ([, file, language, code = '']): readonly PageStep[] => {
      if (language === 'sh') return commandsIn(code)
      return file === undefined ? [] : [{ kind: 'write', file, text: code }]
    },
  )
}

function commandsIn(block: string): readonly PageStep[] {
  const lines = block.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const withoutComment = (line: string) => line.replace(/ +# .*/, '')
  if (!lines.some((line) => line.startsWith('$ '))) {
    return lines.map((line) => ({ kind: 'type', command: withoutComment(line), prints: [] }))
  }
  const steps: { kind: 'type'; command: string; prints: string[] }[] = []
  for (const line of lines) {
    if (line.startsWith('$ ')) steps.push({ kind: 'type', command: withoutComment(line.slice(2)), prints: [] })
    else steps.at(-1)?.prints.push(line)
  }
  return steps
}

/**
 * Follows the steps of a page in a folder, literally. A server that a step starts runs until the next command
 * `node main…`, or until all steps have been taken.
 */
export async function followPage(steps: readonly PageStep[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  assert.ok(steps.length > 0, 'the page has no steps to follow')
  // The path is written as a URL, since a space in it would end the option.
  const loopback = `--import=${pathToFileURL(join(import.meta.dirname, 'loopback.js'))}`
  let server: Typed | undefined
  try {
    for (const step of steps) {
      if (step.kind === 'write') {
        mkdirSync(dirname(join(cwd, step.file)), { recursive: true })
        writeFileSync(join(cwd, step.file), step.text)
        continue
      }
      if (/^node main\b/.test(step.command)) await server?.end()
      const command = step.command.replace(PLACE, server?.host ?? PLACE)
      const typed = await type(command, cwd, { ...env, NODE_OPTIONS: loopback })
      if (typed.host !== undefined) server = typed
      for (const line of step.prints) {
        assert.ok(typed.output.includes(line), `${step.command} does not print "${line}", but:\n${typed.output}`)
      }
      assert.doesNotMatch(typed.output, /Warning:/)
    }
  } finally {
    await server?.end()
  }
}

const PLACE = 'localhost:8080'

interface Typed {
  /** The output, in which the address that the page shows replaces the real address. */
  readonly output: string
  /** The address at which the command listens; `undefined` if the command has ended. */
  readonly host?: string
  end(): Promise<void>
}

/**
 * Types a command into a shell, and waits until the command ends or listens on a port. Rejects if the command fails.
 */
async function type(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Typed> {
  const child = spawn('sh', ['-c', command], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const listening = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        output += data
        const host = /Listening on https?:\/\/([\w.:]+\d)\b/.exec(output)?.[1]
        if (host !== undefined) resolve(host)
      })
    }
  })
  const closed = once(child, 'close').then(() => undefined)
  const late = AbortSignal.timeout(LONGEST_MS)
  late.addEventListener('abort', () => killGroup(child))
  const host = await Promise.race([listening, closed])
  assert.ok(host !== undefined || child.exitCode === 0, `${command} ended with ${child.exitCode}:\n${output}`)
  return {
    output: host === undefined ? output : output.replaceAll(host, PLACE),
    ...(host !== undefined && { host }),
    end: async () => {
      killGroup(child)
      await closed
    },
  }
}

/** Ends the shell and its child processes. */
function killGroup(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid as number))
}

const LONGEST_MS = 300_000
