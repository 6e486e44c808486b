import { CONNECT, connect } from '@app/connect'
import { Application, json } from '@app/core'
import bodyParser from 'body-parser'
import hpp from 'hpp'
import multer from 'multer'
import { form, type Row } from './row.ts'

/** The properties that parsers add to the request. */
interface Parsed {
  readonly body: object
  readonly files: readonly { readonly originalname: string; readonly buffer: Buffer }[]
}

/** The tested packages whose middleware reads bodies of requests. */
export const BODIES: readonly Row[] = [
  {
    name: 'body-parser',
    code: 'connect(bodyParser.json(), bodyParser.urlencoded())',
    start: async () => {
      const app = new Application({ onError: () => undefined })
      app.pipe(connect(bodyParser.json(), bodyParser.urlencoded({ extended: false })))
      return {
        app: app.pipe(async (request) => {
          const { body } = request.attribute(CONNECT).req as unknown as Parsed
          return json([body, await request.text()])
        }),
      }
    },
    seen: async (ask) => {
      const headers = { 'content-type': 'application/json' }
      const send = (body: string) => ask('/', { method: 'POST', body, headers })
      return [
        await (await send('{"a":1}')).json(),
        await (await ask('/', form({ b: 'ä' }))).json(),
        (await send('{')).status,
        (await send(`"${'x'.repeat(200_000)}"`)).status,
      ]
    },
    expected: [[{ a: 1 }, '{"a":1}'], [{ b: 'ä' }, 'b=%C3%A4'], 400, 413],
  },
  {
    name: 'multer',
    code: "connect(multer({ storage }).array('files'))",
    start: async () => {
      const app = new Application({ onError: () => undefined })
      app.pipe(connect(multer({ storage: multer.memoryStorage(), limits: { fileSize: 100_000 } }).array('files')))
      return {
        app: app.pipe((request) => {
          const { files, body } = request.attribute(CONNECT).req as unknown as Parsed
          return json([files.map(({ originalname, buffer }) => [originalname, buffer.length]), body])
        }),
      }
    },
    seen: async (ask) => {
      const upload = (size: number) => {
        const body = new FormData()
        body.append('title', 'Tea')
        body.append('files', new Blob(['x'.repeat(size)]), 'a.txt')
        body.append('files', new Blob(['y']), 'b.txt')
        return ask('/', { method: 'POST', body })
      }
      return [await (await upload(90_000)).json(), (await upload(110_000)).status]
    },
    expected: [
      [
        [
          ['a.txt', 90_000],
          ['b.txt', 1],
        ],
        { title: 'Tea' },
      ],
      500,
    ],
  },
  {
    name: 'hpp',
    code: 'connect(bodyParser.urlencoded(), hpp())',
    start: async () => {
      const app = new Application().pipe(connect(bodyParser.urlencoded({ extended: false }), hpp()))
      return { app: app.pipe((request) => json((request.attribute(CONNECT).req as unknown as Parsed).body)) }
    },
    seen: async (ask) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return (await ask('/', { method: 'POST', body: 'a=1&a=2&b=3', headers })).json()
    },
    expected: { a: '2', b: '3' },
  },
]
