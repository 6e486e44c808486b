import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CHEAP_HASHES } from '../cheap-hashes.ts'
import { freePort, type Program, startProgram } from '../run-program.ts'

export const PRODUCT: string = join(import.meta.dirname, '../../../examples/noticeboard')

/** The noticeboard in a process of its own. */
export interface Noticeboard {
  readonly url: string
  readonly port: number
  readonly program: Program
}

/**
 * Makes an empty folder for the data of a noticeboard, and returns the environment with which a noticeboard uses the
 * folder; `remove` deletes the folder.
 */
export function newData(): { readonly env: Readonly<Record<string, string>>; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'noticeboard-'))
  return {
    env: {
      APP_SECRET: 'of the tests, and nobody else knows it',
      DATABASE_FILE: join(folder, 'noticeboard.db'),
      MAIL_FOLDER: join(folder, 'outbox'),
      ATTACHMENTS_FOLDER: join(folder, 'attachments'),
      // All users of a test have the same address, so the rate limit for an address is raised.
      REQUESTS_PER_MINUTE: '1000000',
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Starts the noticeboard on a free port of loopback, with hashes that cost nothing, and resolves when it listens. */
export async function startNoticeboard(
  env: Readonly<Record<string, string>>,
  cwd: string = PRODUCT,
): Promise<Noticeboard> {
  const port = Number(env.PORT ?? (await freePort()))
  const options = { NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} ${CHEAP_HASHES}`, PORT: String(port) }
  const program = startProgram('main.ts', { cwd, env: { NODE_ENV: 'production', ...env, ...options } })
  await program.waitFor(/Listening/)
  const url = `http://localhost:${port}`
  data.set(url, env)
  return { url, port, program }
}

/** The environments of the running noticeboards, by the URLs of the noticeboards. */
const data = new Map<string, Readonly<Record<string, string>>>()

/** Returns the path of the link in the last mail that the noticeboard of a URL has sent to an address. */
export async function linkTo(email: string, url: string): Promise<string> {
  const folder = await outbox(url)
  const mails = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const mail = mails.findLast((text) => text.includes(`To: ${email}\r\n`))
  const { pathname, search } = new URL(/^http\S+/m.exec(mail ?? '')?.[0] ?? `no-mail-to:${email}`)
  return pathname + search
}

/** Waits until no mail is waiting to be sent, and returns the folder of the mails. */
export async function outbox(url: string): Promise<string> {
  const { DATABASE_FILE = '', MAIL_FOLDER = '' } = data.get(url) ?? {}
  using database = new DatabaseSync(DATABASE_FILE, { readOnly: true, timeout: 5_000 })
  const waiting = database.prepare(
    "SELECT id FROM app_jobs WHERE name = 'mail.send' AND state IN ('waiting', 'running')",
  )
  while (waiting.all().length > 0) await new Promise((resolve) => setTimeout(resolve, 10))
  return MAIL_FOLDER
}
