import { lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Maximum size of the metrics of one worker, in bytes. */
const LARGEST = 16 * 1024 * 1024

/** Lets the workers of one program ask each other, by sockets in a folder that only the user of the program may enter. */
export class Workers {
  readonly #folder: string
  readonly #own: string

  /** `answer` returns what the other workers get from this one. */
  constructor(id: string, answer: () => Promise<string>) {
    // All workers have the same first process.
    this.#folder = join(tmpdir(), `app-metrics-${process.ppid}`)
    this.#own = `${id}.sock`
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    refuseFolderOfOthers(this.#folder)
    const path = join(this.#folder, this.#own)
    rmSync(path, { force: true })
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      answer().then(
        (text) => socket.end(text),
        () => socket.destroy(),
      )
    })
    server.on('error', (error) => console.error('The metrics of this worker cannot be read by others:', error))
    // Each worker has its own socket; by default, workers share what they listen to.
    server.listen({ path, exclusive: true }).unref()
    process.once('exit', () => this.#leave(path))
  }

  #leave(path: string): void {
    rmSync(path, { force: true })
    try {
      rmdirSync(this.#folder)
    } catch {
      // Other workers still use the folder.
    }
  }

  /** Returns the answers of the other workers; one that does not answer is left out. */
  async ask(limited: (work: Promise<string>) => Promise<string>): Promise<readonly string[]> {
    const others = readdirSync(this.#folder).filter((name) => name !== this.#own)
    const answers = await Promise.allSettled(others.map((name) => limited(read(join(this.#folder, name)))))
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  }
}

/** Anybody may create a folder of this name beforehand, and read what workers send, or answer in their place. */
function refuseFolderOfOthers(folder: string): void {
  const { uid, mode } = lstatSync(folder)
  const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0)
  if (!isOwn)
    throw new Error(`metricsPage(): the folder ${folder} belongs to somebody else, or others may enter it. Remove it.`)
}

/** Reads what a worker answers. The socket of one that was killed refuses the connection, and is removed. */
function read(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(path)
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      text += chunk
      if (text.length > LARGEST) socket.destroy(new Error('The metrics are too large.'))
    })
    socket.once('end', () => resolve(text))
    socket.once('error', (error) => {
      if ('code' in error && error.code === 'ECONNREFUSED') rmSync(path, { force: true })
      reject(error)
    })
    socket.once('close', () => reject(new Error('The worker has closed the connection.')))
  })
}
