import { Application, json } from '@app/core'
import { i18n, LOCALE, translate } from '@app/i18n'
import { readForm } from '@app/view'
import * as z from 'zod'

const catalogues = {
  en: { left: '{count, plural, one {# note} other {# notes}} left!', 'no-text': 'Text, please.' },
  de: { left: 'Noch {count, plural, one {# Notiz} other {# Notizen}}!', 'no-text': 'Bitte Text.' },
}

/** Answers two requests in two languages, with a message, and with a message of validation. */
export async function tryI18n() {
  const app = new Application().pipe(i18n({ catalogues, from: ['header'] })).pipe(async (request) => {
    const { form } = await readForm(request, z.object({ text: z.string('no-text') }))
    const words = translate(request)('left', { count: 1_500 })
    return json([`${request.attribute(LOCALE).code} ${words}`, form.messages.text[0]])
  })
  const ask = async (language) => {
    const init = { method: 'POST', body: new URLSearchParams({ a: 'b' }), headers: { 'accept-language': language } }
    const answer = await app.fetch(new Request('https://localhost/', init))
    const [words, message] = await answer.json()
    return [`${words} ${answer.headers.get('vary')}`, message]
  }
  return (await Promise.all([ask('de-AT'), ask('fr, en;q=0.5')])).flat()
}
