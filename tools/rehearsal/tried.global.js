import { IDENTITY, logIn } from '@app/authentication'
import { COOKIES } from '@app/cookies'
import { text } from '@app/core'
import { SESSION, sessionKey } from '@app/session'
import { trace } from '@opentelemetry/api'

/**
 * What a product would write to use the packages that `app add` has brought: handlers, and a tracer in place of an SDK.
 * It names no middleware, and wires nothing.
 */
const Visits = sessionKey('visits')
const spans = []
const noteName = (name) => spans.push(name)

trace.setGlobalTracerProvider({
  getTracer: () => ({
    startSpan: () => ({
      isRecording: () => true,
      updateName: noteName,
      setAttributes: () => undefined,
      setStatus: () => undefined,
      end: () => undefined,
    }),
  }),
})

const HANDLERS = {
  '/try/cookies': (request) => {
    request.attribute(COOKIES).set('tried', 'yes', { signed: true })
    return text('set')
  },
  '/try/session': (request) => {
    const visit = request.attribute(SESSION)
    visit.set(Visits, (visit.get(Visits) ?? 0) + 1)
    return text(String(visit.get(Visits)))
  },
  '/try/log-in': (request) => {
    logIn(request, { id: 'ada' })
    return text('welcome')
  },
  '/try/identity': (request) => text(request.attribute(IDENTITY)?.id ?? 'stranger'),
  '/try/long': () => text('much to say '.repeat(1_000)),
  '/try/spans': () => text(spans.join()),
}

export default {
  routes: [
    ...Object.entries(HANDLERS).map(([path, middleware]) => ({ path, middleware, allowed_methods: ['GET'] })),
    {
      path: '/try/cors',
      middleware: () => text('open'),
      allowed_methods: ['PUT'],
      metadata: { '@app/cors': { origins: '*' } },
    },
  ],
}
