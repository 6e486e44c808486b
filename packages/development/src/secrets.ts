/** The text that replaces a secret wherever a value is shown. */
export const MASK = '********'

/**
 * True if the name of a key, header, parameter or variable suggests that its value is a secret.
 *
 * Looks for parts of words, so `dbPassword`, `DB_PASSWORD`, `dbpassword` and `PGPASSWORD` all suggest a secret.
 * Harmless names that contain such a part do not: `monkey`, `author`, `publicKey`, `tokenTtl`.
 *
 * @example
 * const shown = isSecretName('APP_SECRET') ? MASK : value
 */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name)
  if (ABOUT_A_SECRET.test(words)) return false
  const rest = words.replace(HARMLESS, ' ')
  return ANYWHERE.test(rest) || WORD_END.test(rest) || WORD.test(rest) || NAME_END.test(rest)
}

/** Returns the words of a name in lower case, separated by spaces: `db password` for `dbPassword` and `DB_PASSWORD`. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .join(' ')
}

/**
 * Returns `********` for the value of a header, param or query field whose name suggests a secret; for any other name
 * the value, with the secrets in it masked, and cut after 2,000 characters.
 *
 * Some names mean a secret in a request alone, such as `code` and `state` of OAuth, or a referrer, whose URL may contain
 * a token.
 *
 * @example
 * const shown = Array.from(request.headers, ([name, value]) => `${name}: ${maskValue(name, value)}`)
 */
export function maskValue(name: string, value: string): string {
  if (isSecretName(name) || OF_A_REQUEST.test(wordsOf(name))) return MASK
  return maskText(shortened(value))
}

/**
 * Masks the secrets in a path with its query: fields of the query by their names, and segments of the path that are the
 * value of a param with the name of a secret.
 *
 * @example
 * const shown = maskTarget('/reset/1a2b?page=2', { token: '1a2b' })
 */
export function maskTarget(target: string, params: Readonly<Record<string, string | undefined>> = {}): string {
  const [path = '', ...query] = shortened(target).split('?')
  const secrets = Object.entries(params).flatMap(([name, value]) =>
    value && maskValue(name, '') === MASK ? value.split('/') : [],
  )
  const segments = path.split('/').map((segment) => (secrets.includes(decoded(segment)) ? MASK : maskText(segment)))
  if (query.length === 0) return segments.join('/')
  const fields = query.join('?').split('&')
  return `${segments.join('/')}?${fields.map(maskField).join('&')}`
}

function shortened(text: string): string {
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}

function maskField(field: string): string {
  const at = field.indexOf('=')
  if (at === -1) return maskText(field)
  const name = field.slice(0, at)
  const value = field.slice(at + 1)
  // A secret inside of the value, such as the user of a URL, can be recognized only where it is decoded.
  const plain = decoded(value)
  return `${name}=${maskValue(decoded(name), plain) === plain ? value : MASK}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/**
 * Masks the secrets in a string, such as the user and password of a URL, values assigned to a secret name, tokens in a
 * known format, private keys, and long random runs of letters and digits.
 *
 * @example
 * console.error(maskText('postgres://ada:tea@db.example'))
 */
export function maskText(text: string): string {
  return text
    .replace(PRIVATE_KEY, MASK)
    .replace(HEADER_LINE, `$1${MASK}`)
    .replace(WHOLE_URL, `$1${MASK}@`)
    .replace(URL_TEXT, withoutUser)
    .replace(USER_AT_HOST, `${MASK}@`)
    .replace(SCHEME, `$1 ${MASK}`)
    .replace(KNOWN_TOKEN, MASK)
    .replace(CONNECTION_STRING, (whole) => whole.replace(SEGMENT, maskAssigned))
    .replace(ASSIGNED, maskAssigned)
    .replace(LABELLED, maskLabelled)
    .replace(FLAG, maskAssigned)
    .replace(RUN, (run) => (looksRandom(run) ? MASK : run))
}

/**
 * Masks everything between the scheme of a URL and the last `@`: an unencoded password may contain characters that
 * usually end the host of a URL. A URL without an `@`, or with a valid host before its path, stays as it is.
 */
function withoutUser(url: string, scheme: string, rest: string): string {
  const at = rest.lastIndexOf('@')
  const host = rest.replace(/[/?#][\s\S]*/, '')
  const isHost = host === '' || (WEB.test(scheme) ? /^(?:\[[^\]]*\]|[^:@]*)(?::\d*)?$/ : /^[^:@]*$/).test(host)
  return at === -1 || isHost ? url : `${scheme}${MASK}${rest.slice(at)}`
}

function maskAssigned(whole: string, name: string, sign: string): string {
  return isSecretName(name) ? name + sign + MASK : whole
}

/**
 * Masks the value after a name and a colon. In data such as JSON, every name of a secret counts; in prose, only a name
 * that almost always means a secret.
 */
function maskLabelled(whole: string, quote: string, name: string, sign: string, value: string): string {
  const isData = quote !== '' || /^\\*["']/.test(value)
  return isSecretName(name) && (isData || IN_PROSE.test(name)) ? quote + name + quote + sign + MASK : whole
}

/**
 * True if a long run of letters and digits is probably base64 or hexadecimal text. Paths, identifiers and checksums
 * such as `sha256-…` are not.
 */
function looksRandom(run: string): boolean {
  if (/^sha\d{3}-/.test(run)) return false
  if (/^[\da-f]+$/i.test(run)) return /\d/.test(run) && /[a-f]/i.test(run)
  if (run.includes('/') && !/[+=]/.test(run)) return false
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d\D+\d/.test(run)
}

const ANYWHERE =
  /passwor[dt]|passwd|pass ?phrase|pass ?code|kennwort|contrase|mot ?de ?passe|senha|secret|token|credential|authori[sz]ation|bearer|jwt|cookie|csrf|xsrf|signature|certificate|mnemonic|(?:seed|recovery) ?(?:phrase|codes?)|conn(?:ection)? ?str(?:ing)?|api ?key|access ?key|private ?key|sess(?:ion)? ?id|web ?hook ?url/
const WORD_END = /(?:pass|pwd?|psw|pswd|keys?|creds?|dsn|salt|otp|hmac)(?: |$)/
const WORD = /(?<!\p{L})(?:pins?|pepper|sid|sig|sas|pem|pfx|psk|pat)(?!\p{L})/u
/** Names, as words, of values that are secrets in a request, though not in a configuration. */
const OF_A_REQUEST = new RegExp(
  [
    'session|verifier|assertion|saml|ticket|nonce|dpop|principal|oidc',
    '(?:^| )m?fa(?: |$)',
    '(?:client|ssl) ?cert',
    '(?:^|auth|device|user|fa|time|verification|verify|confirmation|confirm|back ?up|recovery|reset|log ?in|sign ?in|invite|invitation|activation|security|sms|mail) ?code$',
    '^(?:x )?(?:referr?er|state|relay ?state|hash|magic(?: link)?|reset|invite|invitation|verify|verification|confirm|confirmation|activate|activation|unsubscribe)$',
    '^(?:cv[vc]|ssn|iban|card ?(?:no|number))$',
  ].join('|'),
)
const LONGEST_VALUE = 2_000
const NAME_END = /(?:auth|(?<=^| )private)$/

/** The ends of names such as `tokenTtl` and `passwordLength`: such settings are about a secret, but contain none. */
const ABOUT_A_SECRET =
  / ?(?:ttl|time ?out|life ?time|expir[a-z]*(?: ?(?:in|at|after))?|max ?age|(?:min |max )?length|rounds|policy|algorithm|endpoint|issuer|audience|enabled|required)(?: (?:ms|seconds|minutes|hours|days))?$/

/**
 * Harmless words that contain the name of a secret, such as `monkey`. They are removed from a name before it is
 * searched for names of secrets.
 */
const HARMLESS =
  /(?:mon|don|tur|hoc|joc|whis|lac|mic)keys?(?= |$)|(?:public|primary|foreign|cache|sort|partition|routing|index|unique|hot|map|object|group|range|translation|message) ?keys?(?= |$)|(?<=(?<!access|api|private) |^)keys? ?(?:prefix|name|path|length|size|id|by|codes?|space|words?|board|frames?|separator|generator)(?= |$)|(?:com|by|tres|sur|over|under)pass(?= |$)|sacred|basalt|tokeni[sz][a-z]*|(?:max|min|total|prompt|completion|input|output) ?tokens(?= |$)|secretar[a-z]*/g

const PRIVATE_KEY =
  /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)|PuTTY-User-Key-File[\s\S]*/g
const HEADER_LINE = /\b((?:set-cookie|cookie|(?:proxy-)?authorization):[ \t]*)[^\r\n]+/gi
/**
 * The beginning of a string that starts with a connection URL, up to the `@` after the password. Such a string is
 * probably the URL and nothing else, so its password may contain blanks.
 */
const WHOLE_URL = /^(\s*(?!https?:|wss?:)[a-z][a-z\d+.-]*:\/\/)[^\s:@/]*:[^@\n]*@/i
const URL_TEXT = /(?<![a-z\d+.-])([a-z][a-z\d+.-]*:\/\/)(\S+)/gi
const WEB = /^(?:https?|wss?):/i
/**
 * A user and a password before a host: `ada:password@host`, `ada:password@tcp(host)/db`, and
 * `jdbc:oracle:thin:ada/password@host`.
 */
const USER_AT_HOST =
  /(?<![\w.%+:/@-])(?!(?:mailto|npm|jsr|sips?|xmpp|acct|workspace|github):)[\w.%+-]+:(?:[^\s@/:"']+@(?=[\w[])|[^\s@"']+@(?=(?:tcp|unix)\())|(?<=\bjdbc:oracle:thin:)[^\s@]+@/gi
const SCHEME = /\b([Bb]earer|BEARER|[Dd]igest|[Bb]asic(?=\s+\S*[\dA-Z=]))\s+[\w+/=.~:-]{4,}/g
/**
 * JSON web tokens, tokens with the prefixes of known services, password hashes, and the secret parts of webhook URLs.
 */
const KNOWN_TOKEN = new RegExp(
  `(?<![A-Za-z\\d])(?:${[
    'eyJ[\\w-]{8,}(?:\\.[\\w-]*)*',
    '(?:gh[opusr]_|github_pat_|glpat-|gl[a-z]{2,4}-|[srp]k_(?:live|test)_|whsec_|xox[a-z]-|xapp-|npm_|pypi-)[\\w-]{6,}',
    '(?:do[opr]_v1_|shp(?:at|ss|ca|pa)_|sk-|hf_|lin_api_|dckr_pat_|hv[sbr]\\.|sntry[su]_|ATATT3|glsa_|rubygems_|figd_)[\\w=-]{8,}',
    '(?:PMAK-|xkeysib-|sb[pu]_|sb_secret_|NRAK-|GOCSPX-|AGE-SECRET-KEY-1|ya29\\.|pat-[a-z]{2}\\d-|SG\\.)[\\w.-]{8,}',
    '(?:AKIA|ASIA)[A-Z\\d]{12,}',
    'AIza[\\w-]{30,}',
    '\\d{8,10}:[\\w-]{35}',
    '\\$(?:2[abxy]|argon2(?:id?|d)|[156]|scrypt)\\$[\\w./$=,+-]{16,}',
    '(?<=hooks\\.slack\\.com/services/|discord(?:app)?\\.com/api/webhooks/)[\\w/-]+',
  ].join('|')})`,
  'g',
)
const CONNECTION_STRING = /^\s*[\w .-]+=[^;]*(?:;\s*[\w .-]+=[^;]*)*;?\s*$/
const SEGMENT = /([\w.-][\w .-]*?)(\s*=\s*)(?:"[^"]*"|'[^']*'|[^;]+)/g
const ASSIGNED = /(?<![\w.-])([\w.-]+)(\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s&;,]+)/g
/**
 * A name with the value after it; the name says whether the value is a secret: `"password": "x"`, also in JSON inside
 * of a string, and `password: 'x'`.
 */
const LABELLED =
  /(?<![\w.-])((?:\\*["'])?)([\w.-]+)\1(\s*(?::|=>)\s*)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\\+"[^"]*"|[^\s,;&"'}\])]+)/g
const IN_PROSE = /passw|passphrase|pwd|secret|api.?key/i
const FLAG = /(?<![\w-])(--[\w-]+)(\s+)(?!-)\S+/g
const RUN = /(?<![\w+/=-])[A-Za-z\d+/_-]{32,}={0,2}(?![\w+/=-])/g
