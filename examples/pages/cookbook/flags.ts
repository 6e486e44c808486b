import { Application, attributeKey, json, type Middleware, type ServerRequest } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

/** The percentage of visitors for whom each feature is on. A real program has it in the configuration, or in a table. */
const FLAGS = { 'new-checkout': 20, search: 100, chat: 0 } as const

type Flag = keyof typeof FLAGS

const ON = attributeKey<ReadonlySet<Flag>>('flags')

/** Decides once for each request. The same visitor always gets the same features. */
function flags(visitorOf: (request: ServerRequest) => string): Middleware {
  return (request, handler) => {
    const visitor = visitorOf(request)
    const on = (Object.keys(FLAGS) as Flag[]).filter((flag) => percentOf(`${flag}:${visitor}`) < FLAGS[flag])
    return handler(request.withAttribute(ON, new Set(on)))
  }
}

/** A number from 0 to 99 that depends on the text alone (FNV-1a). */
function percentOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0) % 100
}

export const isOn = (request: ServerRequest, flag: Flag) => request.attribute(ON).has(flag)

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(flags((request) => request.headers.get('x-visitor') ?? ''))
app.get('/checkout', (request) => json({ checkout: isOn(request, 'new-checkout') ? 'new' : 'old' }))

export default app
