import { describeValue, isMap, OptionError, refuseUnknown } from '@app/checks'

/**
 * Checks the arguments of `app.request()`. Throws a `TypeError` for a string that is neither a path nor a URL, since a
 * 400 would not say so, and an `OptionError` for an option that `fetch()` does not have.
 */
export function checkTestRequest(pathOrUrl: unknown, init: unknown): void {
  if (typeof pathOrUrl !== 'string') {
    const instead = pathOrUrl instanceof URL ? 'Write url.href.' : FORMS
    throw new TypeError(`app.request(): ${describeValue(pathOrUrl)} is not a path. ${instead}`)
  }
  if (!/^(?:\/|\*$|[a-z][a-z\d+.-]*:\/\/)/i.test(pathOrUrl)) {
    throw new TypeError(`app.request(): ${JSON.stringify(pathOrUrl)} is not a path. ${FORMS}`)
  }
  if (isMap(init)) checkInit(init)
}

function checkInit(init: Readonly<Record<string, unknown>>): void {
  const foreign = Object.keys(INSTEAD).find((name) => Object.hasOwn(init, name))
  if (foreign !== undefined) {
    throw new OptionError('app.request()', foreign, `unknown option "${foreign}". Write ${INSTEAD[foreign]}.`)
  }
  refuseUnknown('app.request()', init, INIT)
  if (isMap(init.body) || Array.isArray(init.body)) {
    const got = `"body" must be what fetch() takes, such as a string, got ${describeValue(init.body)}.`
    throw new OptionError('app.request()', 'body', `${got} Write ${AS_JSON}.`)
  }
}

const FORMS = "Write a path that begins with a slash, such as '/users', or a URL with its scheme."
const AS_JSON = "body: JSON.stringify(value), headers: { 'content-type': 'application/json' }"

/** Options of other libraries, and what to write instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  json: AS_JSON,
  data: AS_JSON,
  form: 'body: new URLSearchParams(fields)',
  query: "the query as a part of the path: '/users?page=2'",
  params: 'the values as a part of the path',
  cookies: 'headers: { cookie }',
}

/** The options of `fetch()`, also those that only some platforms have. */
const INIT = [
  ...['method', 'headers', 'body', 'signal', 'redirect', 'duplex', 'mode', 'credentials', 'cache', 'referrer'],
  ...['referrerPolicy', 'integrity', 'keepalive', 'priority', 'window', 'dispatcher'],
]
