/** A probe whose response differs on some runtimes, with the reason. */
export interface Difference {
  readonly probe: string
  /** The responses that differ from the expected one, by the names of the runtimes. */
  readonly on: Readonly<Record<string, string>>
  readonly reason: string
}

const NO_SERVER = 'the server belongs to the platform, and'

export const DIFFERENCES: readonly Difference[] = [
  {
    probe: 'the first program, with `@app/router-find-my-way`',
    on: { workerd: '404 Not Found' },
    reason: 'its engine imports `node:assert`, and cannot be bundled for a worker',
  },
  {
    probe: 'HEAD has the headers of GET, and no body',
    on: {
      Bun: '200 text/plain; charset=utf-8 0 ""',
      Deno: '200 text/plain; charset=utf-8 0 ""',
      workerd: '200 text/plain; charset=utf-8 none ""',
    },
    reason: `${NO_SERVER} counts the bytes of a body that is not there`,
  },
  {
    probe: 'a stream of strings',
    on: { Deno: '200' },
    reason: 'Deno only sends bytes: pipe the stream through a `TextEncoderStream`',
  },
  {
    probe: 'a client that leaves aborts the signal',
    on: { workerd: 'not aborted' },
    reason:
      'workerd says nothing of a client that leaves before the response begins, not even with `enable_request_signal`',
  },
  {
    probe: 'the address of the client',
    on: { Bun: '200 none', Deno: '200 none', workerd: '200 none' },
    reason: `${NO_SERVER} knows it: ask what it passes with the request, \`request.attribute(PLATFORM)\`, or its headers`,
  },
  {
    probe: 'compression',
    on: { workerd: '200 none none' },
    reason: 'Workers compress by themselves; `@app/compression` does nothing there',
  },
  { probe: 'a file of a folder', on: { workerd: '404 Not Found' }, reason: 'there is no file system: use its assets' },
  {
    probe: 'trailers',
    on: { Bun: 'seven none', Deno: 'seven none', workerd: 'seven none' },
    reason: `${NO_SERVER} takes a \`Response\`, which has none`,
  },
  {
    probe: 'a WebSocket',
    on: { Bun: '404', 'Bun, by `run()`': '404', Deno: '404', workerd: '404' },
    reason: '`@app/websocket` needs the server of node, and is left out; crossws has adapters for the others',
  },
]
