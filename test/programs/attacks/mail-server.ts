import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  readonly to: string
  readonly text: string
}

/** A mail server on a socket, which accepts all mails, and speaks as much SMTP as that needs. */
export class MailServer {
  readonly mails: ReceivedMail[] = []
  /** The number of connections that are refused before others are accepted. */
  refusals = 0
  /** While true, the server accepts connections and says nothing. */
  isSilent = false
  readonly #waiting = new Set<Socket>()
  readonly #server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (this.refusals > 0) {
      this.refusals--
      socket.end('421 busy\r\n')
    } else if (this.isSilent) this.#waiting.add(socket)
    else this.#talk(socket)
  })

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The number of those who have connected during the silence. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Ends the silence, also towards those who have connected during it. */
  speak(): void {
    this.isSilent = false
    for (const socket of this.#waiting) this.#talk(socket)
    this.#waiting.clear()
  }

  /** Resolves with the next mail to an address after the first `known` ones. */
  async mailTo(to: string, known = 0): Promise<ReceivedMail> {
    for (;;) {
      const found = this.mails.filter((mail) => mail.to === to)[known]
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  [Symbol.dispose](): void {
    for (const socket of this.#waiting) socket.destroy()
    this.#server.close()
  }

  #talk(socket: Socket): void {
    let [unread, to, isData] = ['', '', false]
    socket.write('220 test\r\n')
    socket.on('data', (data) => {
      unread += data
      for (;;) {
        const end = isData ? '\r\n.\r\n' : '\r\n'
        const at = unread.indexOf(end)
        if (at < 0) return
        const line = unread.slice(0, at)
        unread = unread.slice(at + end.length)
        if (isData) this.mails.push({ to, text: bodyOf(line) })
        isData = !isData && line === 'DATA'
        to = /^RCPT TO:<(.*?)>/.exec(line)?.[1] ?? to
        socket.write(isData ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
        if (line === 'QUIT') socket.end()
      }
    })
  }
}

/** Returns the body of a mail, decoded from quoted-printable. */
function bodyOf(mail: string): string {
  const [head = '', ...body] = mail.split('\r\n\r\n')
  const text = body.join('\n\n')
  if (!/quoted-printable/i.test(head)) return text
  const joined = text.replaceAll(/=\r?\n/g, '')
  return joined.replaceAll(/=([\dA-F]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
