/** Sends a request to the application: a path, and the options of `fetch`. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** The effect of a package in an application that got the package by `app add` alone. */
export interface Effect {
  /** Sends requests that show the effect, and returns a string about the responses. */
  readonly seen: (ask: Ask) => Promise<string>
  /** The pattern that the text of `seen` has to match. */
  readonly expected: RegExp
}

/**
 * Every package of the toolbox with middleware in the pipeline, except `GUARD` and `WITH_DATABASE`, in the order of the pipeline, with its
 * effect on a new application. Some packages need a handler that uses them; these handlers are in `tried.global.js`.
 */
export const EFFECTS: Readonly<Record<string, Effect>> = {
  '@app/opentelemetry': {
    seen: async (ask) => {
      await (await ask('/hello/Ada')).text()
      return (await ask('/try/spans')).text()
    },
    expected: /GET \/hello\/\{name\}/,
  },
  '@app/view': {
    seen: async (ask) => (await ask('/try/view/Ada')).text(),
    expected: /^<h1>Ada &amp; Co<\/h1><a href="\/hello\/Ada">Ada<\/a>\s*$/,
  },
  '@app/i18n': {
    seen: (ask) => header(ask('/try/language', { headers: { 'accept-language': 'en' } }), 'content-language'),
    expected: /^200 en$/,
  },
  '@app/problem-details': {
    seen: (ask) => header(ask('/none', { headers: { accept: 'application/json' } }), 'content-type'),
    expected: /^404 application\/problem\+json/,
  },
  '@app/health': {
    seen: async (ask) => (await ask('/health/ready')).text(),
    expected: /^\{"status":"up"\}$/,
  },
  '@app/security-headers': {
    seen: (ask) => header(ask('/'), 'content-security-policy'),
    expected: /^200 default-src/,
  },
  '@app/compression': {
    seen: (ask) => header(ask('/try/long', { headers: { 'accept-encoding': 'gzip' } }), 'content-encoding'),
    expected: /^200 gzip$/,
  },
  '@app/cors': {
    seen: (ask) => {
      const headers = { origin: 'https://theirs.example', 'access-control-request-method': 'PUT' }
      return header(ask('/try/cors', { method: 'OPTIONS', headers }), 'access-control-allow-methods')
    },
    expected: /^204 PUT$/,
  },
  '@app/static': {
    seen: (ask) => header(ask('/robots.txt'), 'content-type'),
    expected: /^200 text\/plain/,
  },
  '@app/rate-limit': {
    seen: (ask) => header(ask('/'), 'ratelimit'),
    expected: /^200 "default";r=\d+;t=\d+$/,
  },
  '@app/cookies': {
    seen: (ask) => header(ask('/try/cookies'), 'set-cookie'),
    expected: /^200 tried=yes\.[^;]+;.*HttpOnly/,
  },
  '@app/session': {
    seen: async (ask) => {
      const first = await ask('/try/session')
      const second = await ask('/try/session', { headers: { cookie: cookieOf(first) } })
      return `${await first.text()} ${await second.text()}`
    },
    expected: /^1 2$/,
  },
  '@app/csrf': {
    seen: async (ask) => {
      const post = async (site: string) =>
        (await ask('/', { method: 'POST', headers: { 'sec-fetch-site': site } })).status
      return `${await post('cross-site')} ${await post('same-origin')}`
    },
    expected: /^403 405$/,
  },
  '@app/authentication': {
    seen: async (ask) => {
      const welcome = await ask('/try/log-in')
      const known = await ask('/try/identity', { headers: { cookie: cookieOf(welcome) } })
      return `${await (await ask('/try/identity')).text()} ${await known.text()}`
    },
    expected: /^stranger ada$/,
  },
  '@app/idempotency': {
    seen: async (ask) => {
      const headers = { authorization: 'Bearer x', 'idempotency-key': '"a"' }
      const first = await ask('/try/once', { method: 'POST', headers })
      const second = await ask('/try/once', { method: 'POST', headers })
      return `${await first.text()} ${await second.text()} ${second.headers.get('idempotent-replayed')}`
    },
    expected: /^(\S+) \1 true$/,
  },
}

/**
 * The template engine of the pages. It is not middleware: the application finds an installed engine by itself, as it
 * finds a router.
 */
export const ENGINE = '@app/view-eta'

/** This package refuses each route that does not declare who may reach it, so the test adds it last. */
export const GUARD = '@app/authorization'

/** This package needs the name of a database, so the test adds it after the others, and names one. */
export const WITH_DATABASE = '@app/transactions'

/** The status of a response and one of its headers. */
async function header(answer: Promise<Response>, name: string): Promise<string> {
  const { status, headers } = await answer
  return `${status} ${headers.get(name)}`
}

/** The cookies that a response sets, as a browser sends them back. */
function cookieOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
