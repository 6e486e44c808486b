import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { run } from '../run.ts'
import { answerOfImage } from './answer-of-image.ts'
import { firstAnswer } from './first-answer.ts'
import type { Steps } from './steps.ts'

/**
 * Maximum number of seconds from the start of `npm create @app` to the first response of the application. On an idle
 * machine it takes half a minute, so a machine that is four times slower also passes.
 */
const TARGET_SECONDS = 120

/** A kind of application that `npm create @app` can make. */
export interface Kind {
  readonly name: string
  readonly flags: readonly string[]
  /** The path that is requested from the application. */
  readonly path: string
}

/** The application of a user who accepts all defaults of `npm create @app`. */
export const DEFAULT: Kind = { name: 'created', flags: [], path: '/' }

/** Three more applications, made with options that differ from the defaults. */
export const OTHERS: readonly Kind[] = [
  {
    name: 'with-container',
    flags: ['--container', 'container-factory', '--router', 'trouter', '--api'],
    path: '/api/hello/Ada',
  },
  { name: 'configured', flags: ['--style', 'configured', '--router', 'rou3', '--pages'], path: '/' },
  {
    name: 'modular',
    flags: ['--style', 'modular', '--log-in', '--with', 'jobs,transactions,i18n,authentication-oidc'],
    path: '/log-in',
  },
]

/**
 * Makes an application by `npm create @app`, and checks that it answers: first by `npm start`, at most `TARGET_SECONDS`
 * after `npm create` began; then by `npm run dev`; and then when the steps of its Dockerfile are run. Other tests show
 * that all kinds pass their own checks, and that `app add` adds each package.
 */
export async function createApplication(
  steps: Steps,
  folder: string,
  env: NodeJS.ProcessEnv,
  { name, flags, path }: Kind,
): Promise<void> {
  // An image has no `.env`, so the program gets the secret of its sessions, its address and its mail server from variables.
  const APP_SECRET = randomBytes(32).toString('base64')
  const outside = { ...env, APP_SECRET, SITE_URL: 'https://www.site.example', SMTP_URL: 'smtp://localhost' }
  const cwd = join(folder, name)
  const start = performance.now()
  await steps.take(['npm create @app', name, ...flags].join(' '), () =>
    run('npm', ['create', '@app', name, '--', '--yes', ...flags], { cwd: folder, env }),
  )
  const answers = { cwd, env: { ...env, PORT: '0' } }
  await steps.take('npm start, until it answers', () => firstAnswer('npm', ['start'], answers, { path }))
  const seconds = (performance.now() - start) / 1000
  assert.ok(seconds <= TARGET_SECONDS, `${seconds.toFixed(1)} s from npm create to the first answer`)
  await steps.take('npm run dev, until it answers', () => firstAnswer('npm', ['run', 'dev'], answers, { path }))
  await steps.take('run the steps of the Dockerfile, until it answers', () =>
    answerOfImage(cwd, `${cwd}-image`, outside, path),
  )
}
