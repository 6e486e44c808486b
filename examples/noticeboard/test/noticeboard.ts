import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { passwords } from '@app/authentication/passwords'
import { resolveConfig } from '@app/config'
import type { ServiceContainer } from '@app/container-factory'
import type { Application, Config } from '@app/core'
import { accessLog } from '@app/core/logging'
import { testApplication } from '@app/proofs/testing'
import { createVisitor, type Visitor } from '@app/testing'
import { onTestFinished } from 'vitest'
import definition from '../config/config.ts'
import type { Mail } from '../src/mail/mailer.ts'

export interface Noticeboard {
  readonly app: Application
  readonly container: ServiceContainer
  /** The lines of the access log. */
  readonly log: readonly string[]
  /** The folder of attachments. */
  readonly folder: string
  /** The mails that the product would have sent. */
  readonly sent: readonly Mail[]
  /** Returns the path and the query of the link in the last mail. */
  link(): string
  /** Signs up a new user, in a browser of their own; the first user becomes an admin. */
  person(name: string): Promise<Visitor>
}

export const PASSWORD = 'correct horse battery'

/** The public address of the product. */
export const SITE = 'https://noticeboard.example'

/** Returns a visitor who has not logged in. A redirect is not followed, so that a test sees where it leads. */
export function visitorOf(app: Application, headers: Readonly<Record<string, string | undefined>> = {}): Visitor {
  return createVisitor(app, { origin: SITE, redirects: 0, headers })
}

/** Returns the header with the cookies of a visitor, for somebody else who has copied them. */
export async function cookiesOf(visitor: Visitor): Promise<{ readonly cookie: string }> {
  const pairs = Object.entries(await visitor.cookies()).map((pair) => pair.join('='))
  return { cookie: pairs.join('; ') }
}

/** Fills in the form for a notice. */
export function notice(title: string, text = '', files: readonly File[] = []): FormData {
  const form = new FormData()
  form.set('title', title)
  form.set('text', text)
  for (const file of files) form.append('files', file)
  return form
}

/** Makes the product with a database of its own in memory; mail is kept in a list and not sent. */
export async function noticeboard(overrides: Readonly<Record<string, unknown>> = {}): Promise<Noticeboard> {
  // The router is searched for from this folder, since the entry file of the process belongs to the test runner.
  const root = join(import.meta.dirname, '..')
  process.chdir(root)
  const folder = mkdtempSync(join(tmpdir(), 'noticeboard-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail) }
  const log: string[] = []
  const logger = { info: (entry: object) => log.push(JSON.stringify(entry)) }
  const instead = {
    'noticeboard/mailer': mailer,
    'noticeboard/passwords': passwords({ cost: { N: 2, r: 1, p: 1 } }),
  }
  const env = { DATABASE_FILE: ':memory:', ATTACHMENTS_FOLDER: folder }
  const pipeline = { 'access-log': accessLog({ logger }) }
  const services = { ...instead, ...overrides }
  const config: Config = await resolveConfig(definition, { root, env })
  const inline = { ...config, jobs: { ...config.jobs, inline: true } }
  const { app, container } = await testApplication(inline, { pipeline, services })
  onTestFinished(() => container.dispose())
  const link = () => {
    const { pathname, search } = new URL(/^http.*$/m.exec(sent.at(-1)?.text ?? '')?.[0] ?? 'no-link:')
    return pathname + search
  }
  const person = async (name: string) => {
    const visitor = visitorOf(app)
    await visitor.post('/sign-up', { email: `${name.toLowerCase()}@site.example` })
    const { status, body } = await visitor.post(link(), { name, password: PASSWORD })
    if (status !== 303) throw new Error(`${name} cannot sign up: ${status} ${body}`)
    return visitor
  }
  return { app, container, folder, link, log, sent, person }
}
