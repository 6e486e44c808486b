import { attributeKey, type ServerRequest, urlFor } from '@app/core'
import { field, formProblems } from '../form/field.ts'
import { csrfField } from './csrf-field.ts'

/** Makes a value from a request when a template first uses the value, which may be a promise. */
export type TemplateValue = (request: ServerRequest) => unknown

/**
 * The functions that make the values under `app` of each template. If the package that provides a value is not in use,
 * the value is `undefined`, and for `app.flashes` an empty list of messages.
 *
 * The attributes of these packages are found by their global symbols, without importing the packages, so that none of
 * them has to be installed.
 */
export const APP_VALUES: Readonly<Record<string, TemplateValue>> = {
  asset: (request) => request.attribute(ASSETS),
  csrf: csrfField,
  field: () => field,
  flashes: (request) => flashes(request.attribute(SESSION)),
  identity: (request) => request.attribute(IDENTITY),
  locale: (request) => request.attribute(LOCALE)?.code,
  nonce: (request) => request.attribute(NONCE),
  formProblems: () => formProblems,
  path: (request) => request.basePath + request.path,
  t: (request) => request.attribute(LOCALE)?.t,
  url: (request) => urlFor.bind(undefined, request),
}

/**
 * Makes the function `app.flashes`, which returns the messages that `flash` has stored under a name. The session
 * returns the messages only once, but a page may read them several times.
 */
function flashes(session: Flashes | undefined): (name: string) => readonly string[] {
  const given = new Map<string, readonly string[]>()
  return (name) => {
    const messages = given.get(name) ?? session?.flashes(name) ?? []
    given.set(name, messages)
    return messages
  }
}

/** The member of a session that `app.flashes` uses. */
interface Flashes {
  flashes(name: string): readonly string[]
}

const ASSETS = attributeKey<unknown | undefined>('assets', { shared: '@app/static/assets', default: undefined })
const SESSION = attributeKey<Flashes | undefined>('session', { shared: '@app/session/session', default: undefined })
const IDENTITY = attributeKey<unknown | undefined>('identity', {
  shared: '@app/authentication/identity',
  default: undefined,
})
const LOCALE = attributeKey<{ readonly code: string; readonly t: unknown } | undefined>('locale', {
  shared: '@app/i18n/locale',
  default: undefined,
})
const NONCE = attributeKey<string | undefined>('nonce', { shared: '@app/security-headers/nonce', default: undefined })
