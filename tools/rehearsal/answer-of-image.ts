import assert from 'node:assert/strict'
import { cpSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { run } from '../run.ts'
import { firstAnswer } from './first-answer.ts'

/**
 * Runs the steps of the Dockerfile of `project` in the folder `image`, which takes the place of an image, and sends a
 * request to the program that `CMD` starts. There is no isolation and no base image: the run only shows that the
 * program needs no more than the copied files and the packages that the Dockerfile installs.
 */
export async function answerOfImage(
  project: string,
  image: string,
  env: NodeJS.ProcessEnv,
  path: string,
): Promise<void> {
  mkdirSync(image)
  const ignored = readFileSync(join(project, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  const variables: NodeJS.ProcessEnv = { ...env, PORT: '0' }
  for (const [instruction = '', rest = ''] of instructionsOf(join(project, 'Dockerfile'))) {
    if (instruction === 'COPY') copy(rest.split(' '), project, image, ignored)
    else if (instruction === 'RUN') run('sh', ['-c', anyRegistry(rest)], { cwd: image, env: variables })
    else if (instruction === 'ENV') Object.assign(variables, Object.fromEntries([rest.split('=')]))
    else if (instruction === 'CMD') {
      const [command, ...args] = JSON.parse(rest) as [string, ...string[]]
      await firstAnswer(command, args, { cwd: image, env: variables }, { path })
      return
    } else assert.match(instruction, /^(?:FROM|WORKDIR|USER|EXPOSE|VOLUME|HEALTHCHECK)$/)
  }
  assert.fail('the Dockerfile has no CMD that starts a program')
}

/**
 * Replaces `npm ci` by `npm install`, since `npm ci` refuses a lock file that lacks packages of other platforms. A
 * mirror of the registry often lacks these, and then the lock file does too.
 */
function anyRegistry(command: string): string {
  return command.replace(/^npm ci\b/, 'npm install')
}

function instructionsOf(file: string): readonly (readonly string[])[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(/ (.*)/))
}

/** Runs `COPY from… ./` of a Dockerfile, without the files that `.dockerignore` excludes. */
function copy(paths: readonly string[], project: string, image: string, ignored: readonly string[]): void {
  const left = new Set(ignored.flatMap((pattern) => globSync(pattern, { cwd: project })))
  for (const path of paths.slice(0, -1)) {
    const found = path === '.' ? ['.'] : globSync(path, { cwd: project })
    assert.ok(found.length > 0, `COPY ${path}: there is no such file`)
    for (const file of found) {
      cpSync(join(project, file), file === '.' ? image : join(image, basename(file)), {
        recursive: true,
        filter: (source) => !left.has(relative(project, source)),
      })
    }
  }
}
