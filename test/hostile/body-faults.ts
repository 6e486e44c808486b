import { bodyParser, PARSED_BODY } from '@app/body-parser'
import { type Application, json, text } from '@app/core'
import { type Fault, post, SECRET } from './fault.ts'

/** Requests with invalid bodies, and handlers that use bodies wrongly, for example by reading a body twice. */
export const bodyFaults: readonly Fault[] = [
  ...Object.entries({
    'JSON that is cut': '{"a":',
    'JSON with the key __proto__': '{"__proto__":{"polluted":"yes"}}',
    'JSON with the key __proto__, of which a letter is escaped': '{"\\u005f_proto__":{"polluted":"yes"}}',
    'JSON with a map "constructor" that has the key prototype':
      '{"a":[{"constructor":{"prototype":{"polluted":"yes"}}}]}',
    'bytes that are not UTF-8': '"\xff"',
  }).map(
    ([name, body]): Fault => ({
      name: `the body is ${name}`,
      install: parsed,
      steps: (path) => [post(path, body)],
      outcomes: [400],
    }),
  ),
  {
    name: 'the body is too large',
    install: parsed,
    steps: (path) => [post(path, `"${'x'.repeat(2_000)}"`)],
    outcomes: [413],
  },
  {
    name: 'the client announces a body that is too large by its content-length, and never sends the body',
    install: parsed,
    steps: (path) => [post(path, '', 1_000_000_000)],
    outcomes: [413],
  },
  {
    name: 'the body has a malformed type',
    install: parsed,
    steps: (path) => [retyped(post(path, '{}'), 'application/json garbage')],
    outcomes: [415],
  },
  {
    name: 'the body is compressed, and its bytes are damaged',
    install: parsed,
    steps: (path) => [retyped(post(path, 'no gzip'), 'application/json\r\nContent-Encoding: gzip')],
    outcomes: [400],
  },
  {
    name: 'the handler reads the body twice, once by request.raw',
    install: (app, path) =>
      app.post(path, async (request) => {
        await request.raw.text()
        return text(await request.text())
      }),
    steps: (path) => [post(path, SECRET)],
  },
  {
    name: 'the handler reads the body twice at the same time, once by request.raw',
    install: (app, path) =>
      app.post(path, async (request) => json(await Promise.all([request.raw.text(), request.text()]))),
    steps: (path) => [post(path, SECRET)],
  },
  {
    name: 'the handler reads the body as JSON, but the body is no JSON',
    install: (app, path) => app.post(path, async (request) => json((await request.json()) as object)),
    steps: (path) => [post(path, SECRET)],
    outcomes: [400],
  },
  {
    name: 'the handler throws while the body still arrives',
    install: (app, path) =>
      app.post(path, () => {
        throw new Error(SECRET)
      }),
    steps: (path) => [post(path, 'x'.repeat(100_000))],
  },
]

function parsed(app: Application, path: string): void {
  app.post(path, [bodyParser({ limit: 1_024 }), (request) => json({ body: request.attribute(PARSED_BODY) ?? null })])
}

function retyped(step: ReturnType<typeof post>, type: string): ReturnType<typeof post> {
  return 'send' in step ? { send: step.send.replace('application/json', type) } : step
}
