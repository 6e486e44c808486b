import { Application, html, redirect, urlFor } from '@app/core'
import { i18n, LOCALE, translate, translations } from '@app/i18n'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { markup } from '@app/view'
import { catalogues } from './texts.ts'

const texts = translations({ catalogues })

/** The pages of one language. They read the language of the request, and know nothing of prefixes. */
const pages = new Application({ router: new FindMyWayRouter() })

pages.get(
  '/hello/{name}',
  (request) => {
    const { code } = request.attribute(LOCALE)
    const t = translate(request)
    const other = texts.locales.find((locale) => locale !== code)
    return html(markup`<!doctype html>
<html lang="${code}">
<title>${t('site.welcome', { name: request.params.name })}</title>
<a href="${urlFor(request, 'hello', { name: 'Bob' })}">Bob</a>
<a hreflang="${other}" href="/${other}${request.path}">${t('site.language')}</a>
</html>`)
  },
  'hello',
)

const app: Application = new Application({ router: new FindMyWayRouter() })
app.pipe(i18n({ translations: texts }))
for (const locale of texts.locales) app.pipe(`/${locale}`, pages)
app.get('/', (request) => redirect(`/${request.attribute(LOCALE).code}/hello/you`))

export default app
