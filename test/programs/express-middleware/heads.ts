import { PassThrough } from 'node:stream'
import { CONNECT, connect } from '@app/connect'
import { Application, text } from '@app/core'
import cookieParser from 'cookie-parser'
import cors from 'cors'
import { rateLimit } from 'express-rate-limit'
import helmet from 'helmet'
import morgan from 'morgan'
import { pinoHttp } from 'pino-http'
import responseTime from 'response-time'
import { expect } from 'vitest'
import type { Row } from './row.ts'

interface Setter {
  cookie(name: string, value: string, options: object): void
}

interface Parsed {
  readonly cookies: object
  readonly signedCookies: object
}

/** The log lines that the tested middleware has written. */
const lines: string[] = []

/** The tested packages whose middleware sets headers, reads headers, or writes a log. */
export const HEADS: readonly Row[] = [
  {
    name: 'helmet',
    code: 'connect(helmet())',
    start: async () => ({ app: new Application().pipe(connect(helmet())).pipe(() => text('Hello!')) }),
    seen: async (ask) => {
      const answer = await ask('/')
      return [await answer.text(), answer.headers.get('x-frame-options'), answer.headers.has('content-security-policy')]
    },
    expected: ['Hello!', 'SAMEORIGIN', true],
  },
  {
    name: 'cors',
    code: "connect(cors({ origin: 'https://a.example' }))",
    start: async () => {
      const handler = () => text('Hello!', { headers: { vary: 'Accept' } })
      return { app: new Application().pipe(connect(cors({ origin: 'https://a.example' }))).pipe(handler) }
    },
    seen: async (ask) => {
      const headers = { origin: 'https://a.example', 'access-control-request-method': 'PUT' }
      const [answer, preflight] = [await ask('/', { headers }), await ask('/', { method: 'OPTIONS', headers })]
      return [
        answer.headers.get('access-control-allow-origin'),
        answer.headers.get('vary'),
        preflight.status,
        preflight.headers.get('access-control-allow-methods'),
      ]
    },
    expected: ['https://a.example', 'Accept, Origin', 204, 'GET,HEAD,PUT,PATCH,POST,DELETE'],
  },
  {
    name: 'cookie-parser',
    code: "connect(cookieParser('secret'))",
    start: async () => {
      const cookies = connect(cookieParser('secret'), (_req: object, res: Setter, next: () => void) => {
        res.cookie('seen', 'yes', { signed: true })
        next()
      })
      return {
        app: new Application().pipe(cookies).pipe((request) => {
          const { cookies, signedCookies } = request.attribute(CONNECT).req as unknown as Parsed
          return text(JSON.stringify([cookies, signedCookies]))
        }),
      }
    },
    seen: async (ask) => {
      const signed = (await ask('/')).headers.getSetCookie()[0]?.split(';')[0]
      return (await ask('/', { headers: { cookie: `plain=1; ${signed}` } })).json()
    },
    expected: [{ plain: '1' }, { seen: 'yes' }],
  },
  {
    name: 'response-time',
    code: 'connect(responseTime())',
    start: async () => ({ app: new Application().pipe(connect(responseTime())).pipe(() => text('Hello!')) }),
    seen: async (ask) => (await ask('/')).headers.get('x-response-time'),
    expected: expect.stringMatching(/^[\d.]+ms$/),
  },
  {
    name: 'morgan',
    code: "connect(morgan('tiny'))",
    start: async () => {
      lines.length = 0
      const stream = { write: (line: string) => lines.push(line.trim()) }
      const log = connect(morgan(':method :url :status :res[content-length]', { stream }))
      return { app: new Application().pipe(log).pipe(() => text('Hello!', { status: 203 })) }
    },
    seen: async (ask) => {
      await (await ask('/path?a=1')).text()
      await expect.poll(() => lines.length).toBe(1)
      return lines
    },
    expected: ['GET /path?a=1 203 6'],
  },
  {
    name: 'pino-http',
    code: 'connect(pinoHttp())',
    start: async () => {
      lines.length = 0
      const stream = new PassThrough()
      stream.on('data', (line) => lines.push(String(line)))
      return { app: new Application().pipe(connect(pinoHttp({}, stream))).pipe(() => text('Hello!', { status: 203 })) }
    },
    seen: async (ask) => {
      await (await ask('/path')).text()
      await expect.poll(() => lines.length).toBe(1)
      return JSON.parse(lines[0] as string)
    },
    expected: expect.objectContaining({
      msg: 'request completed',
      req: expect.objectContaining({ method: 'GET', url: '/path' }),
      res: expect.objectContaining({ statusCode: 203 }),
    }),
  },
  {
    name: 'express-rate-limit',
    code: 'connect(rateLimit({ limit: 2 }))',
    start: async () => {
      // A request by `app.request` has no socket, and so no address; these requests are counted under the name `test`.
      const limit = rateLimit({ limit: 2, standardHeaders: 'draft-8', keyGenerator: ({ ip }) => ip ?? 'test' })
      return { app: new Application().pipe(connect(limit)).pipe(() => text('Hello!')) }
    },
    seen: async (ask) => {
      const answers = [await ask('/'), await ask('/'), await ask('/')]
      return [answers.map(({ status }) => status), answers[0]?.headers.get('ratelimit')]
    },
    expected: [[200, 200, 429], expect.stringContaining('r=1')],
  },
]
