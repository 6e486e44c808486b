import type { IncomingMessage, ServerResponse } from 'node:http'
import { json, toNodeHandler } from '@app/http'
import inject from 'light-my-request'
import { expect, test } from 'vitest'
import { HOSTS, LISTENERS, type Listener, SEEN } from './hosts.ts'

const cases = Object.keys(HOSTS).flatMap((host) =>
  Object.entries(LISTENERS).map((answer) => [host, ...answer] as const),
)

test.each(cases)(
  "on %s, which imitates node's request and response, our listener gets headers and body, and can answer with %s",
  async (host, _answer, listener) => {
    expect(await HOSTS[host]?.(listener)).toEqual({ status: 200, body: SEEN })
  },
)

test.each([
  ['/new/x?a=1', '/x?a=1', '/new /x'],
  ['/new?a=1', '/?a=1', '/new /'],
  ['/new/', '/', '/new /'],
  ['/x', '/x', ' /x'],
])(
  'after Connect, a request for %s that is passed on as %s has the removed part as its base path',
  async (originalUrl, url, places) => {
    const placed = toNodeHandler((request) => json(`${request.basePath} ${request.path}`)) as Listener
    const around = (incoming: IncomingMessage, outgoing: ServerResponse) =>
      placed(Object.assign(incoming, { originalUrl, url }), outgoing)
    expect(JSON.parse((await inject(around, originalUrl)).payload)).toBe(places)
  },
)
