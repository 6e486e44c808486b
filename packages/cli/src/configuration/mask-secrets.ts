import type { KeyPath } from '@app/config'

/** What stands for a secret. */
export const MASK = '********'

/** Whether what stands under a key is a secret by the name of the key, or of one above it. */
export function isSecretKey(path: KeyPath): boolean {
  return path.some((key, position) => {
    return (
      typeof key === 'string' && !isGivenName(path, position) && wordsOf(key).some((word) => SECRET_WORDS.has(word))
    )
  })
}

/** Text without the secrets in it: user and password of a URL, values of parameters that are secrets, tokens, keys. */
export function maskText(text: string): string {
  return text
    .replace(PRIVATE_KEY, MASK)
    .replace(USER_INFO, `$1${MASK}@`)
    .replace(AUTHORIZATION, `$1 ${MASK}`)
    .replace(WEB_TOKEN, MASK)
    .replace(ASSIGNMENT, (whole, name: string, sign: string) => (isSecretKey([name]) ? name + sign + MASK : whole))
}

/** The words of a key: `apiKey`, `api_key`, `API-KEY` and `acme/api.key` have the same two. */
function wordsOf(key: string): readonly string[] {
  const words = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  return [...words, words.join('')]
}

/** Keys of entries and routes are names that people give, and no entry holds secrets; its options may. */
function isGivenName(path: KeyPath, position: number): boolean {
  const [section, second] = path
  if (section === 'middleware_pipeline') return position === 1
  if (section === 'dependencies') return position === 1 || (position === 2 && second !== 'services')
  return section === 'routes' && (position === 1 || (path[2] === 'options' && path[3] === 'tokens'))
}

const SECRET_WORDS = new Set([
  ...['password', 'passwords', 'passwd', 'passphrase', 'pwd', 'pass', 'secret', 'secrets', 'token', 'tokens'],
  ...['key', 'keys', 'apikey', 'apikeys', 'accesskey', 'privatekey', 'credential', 'credentials', 'dsn'],
  ...[
    'authorization',
    'auth',
    'bearer',
    'jwt',
    'cookie',
    'cookies',
    'salt',
    'pepper',
    'signature',
    'certificate',
    'pin',
  ],
  ...['connectionstring'],
])

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g
/** Up to the last at sign before the path: a password may hold one that is not encoded. */
const USER_INFO = /\b([a-z][a-z\d+.-]*:\/\/)[^\s/?#]*@/gi
const AUTHORIZATION = /\b(Basic|Bearer|Digest)\s+[\w+/=.~:-]{4,}/gi
const WEB_TOKEN = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g
const ASSIGNMENT = /([\w.-]+)(\s*=\s*)("[^"]*"|'[^']*'|[^\s&;,]+)/g
