import { mkdirSync, writeFileSync } from 'node:fs'
import { IDENTITY, logIn } from '@app/authentication'
import { COOKIES } from '@app/cookies'
import { text } from '@app/core'
import { LOCALE } from '@app/i18n'
import { SESSION, sessionKey } from '@app/session'
import { render } from '@app/view'
import { trace } from '@opentelemetry/api'

/**
 * The code that a product would write to use the packages that `app add` has brought: handlers, a template, and a
 * tracer in place of an SDK. This file adds no middleware to the pipeline.
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

const templates = new URL('../../templates/', import.meta.url)
mkdirSync(templates, { recursive: true })
writeFileSync(
  new URL('tried.eta', templates),
  `<h1><%= it.title %></h1><a href="<%= it.app.url('hello', { name: it.name }) %>"><%= it.name %></a>`,
)

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
  '/try/language': (request) => text(request.attribute(LOCALE).code),
  '/try/long': () => text('much to say '.repeat(1_000)),
  '/try/spans': () => text(spans.join()),
}

export default {
  routes: [
    ...Object.entries(HANDLERS).map(([path, middleware]) => ({ path, middleware, allowed_methods: ['GET'] })),
    {
      path: '/try/view/{name}',
      middleware: (request) => render(request, 'tried', { name: request.params.name, title: 'Ada & Co' }),
    },
    { path: '/try/once', middleware: () => text(crypto.randomUUID()), allowed_methods: ['POST'] },
    {
      path: '/try/cors',
      middleware: () => text('open'),
      allowed_methods: ['PUT'],
      metadata: { '@app/cors': { origins: '*' } },
    },
  ],
}
