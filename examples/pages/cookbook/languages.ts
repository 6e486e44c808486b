import { Application, attributeKey, json, type Middleware, text } from '@app/core'
import { addVary } from '@app/core/extending'
import { FindMyWayRouter } from '@app/router-find-my-way'
import * as z from 'zod'

const TEXTS = {
  en: {
    welcome: (name: string) => `Welcome, ${name}!`,
    notes: { one: 'note', other: 'notes' },
    mistakes: { 'title missing': 'A note needs a title.', 'title too long': 'A title has 100 letters at most.' },
  },
  de: {
    welcome: (name: string) => `Willkommen, ${name}!`,
    notes: { one: 'Notiz', other: 'Notizen' },
    mistakes: {
      'title missing': 'Eine Notiz braucht einen Titel.',
      'title too long': 'Ein Titel hat höchstens 100 Zeichen.',
    },
  },
}

type Language = keyof typeof TEXTS
type Mistake = keyof (typeof TEXTS)[Language]['mistakes']

/** The messages of a schema are names of strings, since one schema serves all languages. */
const mistake = (name: Mistake): Mistake => name
const Note = z.object({
  title: z.string(mistake('title missing')).min(1, mistake('title missing')).max(100, mistake('title too long')),
})

const LANGUAGE = attributeKey<Language>('language', { default: 'en' })

/** Chooses, of the languages in `Accept-Language` that have strings, the one with the highest weight; else English. */
function languageOf(header: string): Language {
  const wanted = header.split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().split(/\s*;\s*/)
    const weight = parameters.find((one) => one.startsWith('q='))?.slice('q='.length) ?? '1'
    return { language: tag.split('-')[0]?.toLowerCase() ?? '', weight: Number(weight) || 0 }
  })
  const known = wanted.filter(({ language, weight }) => Object.hasOwn(TEXTS, language) && weight > 0)
  return (known.toSorted((a, b) => b.weight - a.weight)[0]?.language ?? 'en') as Language
}

const withLanguage: Middleware = async (request, handler) => {
  const language = languageOf(request.headers.get('accept-language') ?? '')
  const response = await handler(request.withAttribute(LANGUAGE, language))
  response.headers.set('content-language', language)
  addVary(response.headers, 'accept-language')
  return response
}

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(withLanguage)
app.get('/welcome/{name}/{count:\\d+}', (request) => {
  const language = request.attribute(LANGUAGE)
  const { welcome, notes } = TEXTS[language]
  const count = Number(request.params.count)
  const form = new Intl.PluralRules(language).select(count) === 'one' ? notes.one : notes.other
  return text(`${welcome(request.params.name)} ${new Intl.NumberFormat(language).format(count)} ${form}`)
})
app.post('/notes', async (request) => {
  const { mistakes } = TEXTS[request.attribute(LANGUAGE)]
  const { data, error } = Note.safeParse(await request.json())
  if (data) return json(data, { status: 201 })
  const errors = error.issues.map(({ path, message }) => ({ path, message: mistakes[message as Mistake] ?? message }))
  return json({ errors }, { status: 422 })
})

export default app
