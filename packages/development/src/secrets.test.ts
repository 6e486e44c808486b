import { expect, test } from 'vitest'
import { isSecretName, isSecretPath, MASK, maskTarget, maskText, maskValue } from './index.ts'

const NAMES_OF_SECRETS = `
  password Password PASSWORD passwords dbpassword dbPassword DB_PASSWORD db-password PGPASSWORD PASSWORD_2 MYSQL_PWD mysqlpwd
  MYSQL_ROOT_PASSWORD smtp.password acme/password userPassword1 passwd htpasswd pwd db_pwd pass PGPASS dbpass smtpPass
  userpass pw dbpw passphrase passPhrase sshpassphrase pass_code passcode passwort kennwort
  secret secrets clientsecret clientSecret client_secret CLIENTSECRET secretkey SECRET_KEY_BASE appSecret webhookSecret
  jwtsecret JWTSECRET sessionsecret cookieSecret sharedsecret secretValue nextauthsecret
  token tokens accesstoken accessToken access_token ACCESSTOKEN refreshtoken idToken GITHUBTOKEN NPM_TOKEN csrfToken
  x-auth-token xauthtoken botToken slackToken bearertoken apitoken apiToken tokenValue oauth2Token personalAccessToken
  GITHUB_PAT key keys apikey apiKey api_key API-KEY x-api-key APIKEY apikeys stripekey STRIPE_KEY awskey dbKey privatekey
  privateKey PRIVATE_KEY privkey encryptionkey encryptionKey signingKey masterkey sshkey hmackey accountKey accesskey
  AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY accessKeyId sharedAccessKey storageKey key1 keyBase64 keyMaterial licenseKey
  servicekey cookieKeys hmac credential credentials dbcredentials creds awscreds CREDS cred
  auth _auth basicAuth httpauth Authorization proxy-authorization bearer jwt JWT jwtToken cookie Cookie
  set-cookie sessionCookie csrf xsrf _csrf signature sig sas sid sessionId sessid connect.sid PHPSESSID salt passwordSalt
  hashsalt pepper pin PIN otp totp pem pfx psk certificate tlsCertificate dsn DSN SENTRYDSN sentryDsn databaseDsn
  connectionString connectionstring CONNECTION_STRING connstr ConnStr mnemonic seedPhrase recoveryCodes slackWebhookUrl
  private vapid.private contraseña motDePasse
`
  .split(/\s+/)
  .filter(Boolean)

const OTHER_NAMES = `
  monkey monkeys keyboard donkey turkey hockey hotkey keyword keyframes keyPrefix keyPath keyName keyLength keyspace
  publicKey public_key publickey primaryKey foreign_key cacheKey sortKey partitionKey routingKey author authors authority
  authenticate authType authUrl compass bypass passive passenger passport pathname password_policy passwordMinLength
  tokenTtl token_ttl_seconds tokenLifetime tokenEndpoint tokenExpiresIn maxTokens max_tokens tokenizer secretary cookieMaxAge
  saltRounds basalt sacred spin pinned opinion shipping signal designer desktop host port user username name email url
  databaseName greeting level path origin design session sessions scope code state spath assignment sidecar side sigma
  keynote hash hashes certain hmacAlgorithm
`
  .split(/\s+/)
  .filter(Boolean)

/** Each row has a string, the secret in the text, which has to be masked, and a part of the text that has to stay. */
const TEXTS: readonly (readonly [text: string, secret: string, rest?: string])[] = [
  ['postgres://ada:S3CRET@db.example.org/app', 'S3CRET', '@db.example.org/app'],
  ['postgres://u:p@ss:w/d@host', 'w/d', '@host'],
  ['postgres://u:p@ss:w/d@host/db?sslmode=require', 'p@ss', '@host/db?sslmode=require'],
  ['postgres://u:S3/CRET@host/db', 'CRET', '@host/db'],
  ['postgres://u:S3#CRET?x@host/db', 'CRET', '@host/db'],
  ['postgres://u:1234/x@host/db', '1234', '@host/db'],
  ['postgres://u:my S3CRET word@host/db', 'S3CRET', '@host/db'],
  ['mongodb+srv://u:S3@CRET@c0.example.org,c1.example.org/db', 'CRET', '@c0.example.org,c1.example.org/db'],
  ['redis://:S3CRET@cache:6379/0', 'S3CRET', '@cache:6379/0'],
  ['amqps://S3CRET@queue', 'S3CRET', '@queue'],
  ['https://u:S3CRET@example.org/', 'S3CRET', '@example.org/'],
  ['https://u:S3/CRET@example.org/', 'CRET', '@example.org/'],
  ['cannot connect to postgres://u:S3CRET@host/db: refused', 'S3CRET', 'cannot connect to'],
  ['ada:S3CRET@tcp(db:3306)/app', 'S3CRET', '@tcp(db:3306)/app'],
  ['ada:S3/CRET@tcp(db:3306)/app', 'CRET', '@tcp(db:3306)/app'],
  ['jdbc:oracle:thin:scott/S3CRET@//db:1521/x', 'S3CRET', '@//db:1521/x'],
  ['jdbc:postgresql://db/app?user=ada&password=S3CRET', 'S3CRET', 'user=ada'],
  ['Server=db;Password=my S3CRET word;Port=1', 'S3CRET', ';Port=1'],
  ['Server=db;User Password="a;S3CRET";Port=1', 'S3CRET', ';Port=1'],
  ['DefaultEndpointsProtocol=https;AccountName=a;AccountKey=S3CRET+/x==', 'S3CRET', 'AccountName=a'],
  ["host=db user=ada password='my S3CRET' dbname=app", 'S3CRET', 'dbname=app'],
  ['https://x.example/?access_token=S3CRET&page=2', 'S3CRET', '&page=2'],
  ['PGPASSWORD=S3CRET psql', 'S3CRET', 'PGPASSWORD='],
  ['curl --token S3CRET --fail', 'S3CRET', '--fail'],
  ['expected {"user":"ada","dbPassword":"S3\\"CRET","port":1}', 'CRET', '"port":1'],
  ['"{\\"clientSecret\\":\\"S3CRET\\"}"', 'S3CRET'],
  ["{ host: 'db', password: 'S3CRET' }", 'S3CRET', "host: 'db'"],
  ['{"pin":10293847}', '10293847'],
  ['password: S3CRET', 'S3CRET'],
  ['x-api-key: S3CRET', 'S3CRET'],
  ['Cookie: a=S3CRET; b=S3CRET', 'S3CRET'],
  ['Bearer S3CRET', 'S3CRET'],
  ['Basic YWRhOlMzQ1JFVA==', 'YWRh'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.sig', 'eyJ'],
  ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', '16C7'],
  ['gho_16C7e42F292c6912', '16C7'],
  ['github_pat_11ABCDEFG0abcdefghij_klmnop', '11ABC'],
  ['glpat-abcdefghijklmnopqrst', 'abcdef'],
  ['sk_live_4eC39HqLyjWDarjtT1zdp7dc', '4eC39'],
  ['rk_live_4eC39HqLyjWDarjtT1', '4eC39'],
  ['whsec_4eC39HqLyjWDarjtT1', '4eC39'],
  ['xoxb-2345678901-abcdefghijkl', '2345678'],
  ['AKIAIOSFODNN7EXAMPLE', 'IOSFOD'],
  ['ASIAIOSFODNN7EXAMPLE', 'IOSFOD'],
  ['AIzaSyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe', 'SyDaG'],
  ['npm_abcdefghijklmnopqrstuvwxyz0123456789', 'abcdef'],
  ['pypi-AgEIcHlwaS5vcmcCJGQ', 'AgEI'],
  ['SG.abcdefgh.ijklmnop', 'abcdefgh'],
  ['sk-proj-abcdef0123456789', 'abcdef'],
  ['hvs.CAESIJabcdefgh', 'CAES'],
  ['shpat_0123456789abcdef', '0123'],
  ['dop_v1_0123456789abcdef', '0123'],
  ['123456789:AAbbCCddEEffGGhhIIjjKKllMMnnOOpp-_q', 'AAbb'],
  ['$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW', 'R9h'],
  ['https://hooks.slack.com/services/T000/B000/XXXXXXXX', 'XXXX', 'https://hooks.slack.com/services/'],
  ['-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----', 'MIIE'],
  ['-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blbn', 'b3Bl'],
  ['base64:3qX9yYb0m2Jt7h1V5cKk8wZs4rP6uN0aQeL2dGfTiBo=', '3qX9', 'base64:'],
  ['3qX9yYb0m2Jt7h1V5cKk8wZs4rP6uN0aQeL2dGfTiBo', '3qX9'],
  ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', '9f86'],
]

const PLAIN_TEXTS = [
  'https://esm.sh/@scope/pkg@1.2.3',
  'http://localhost:8080/@vite/client',
  'https://example.org/?mail=ada@example.org',
  'https://example.org:8080/a/b?page=2#top',
  'mailto:ada@example.org',
  'ada@example.org',
  'git@github.com:acme/shop.git',
  'npm:left-pad@1.3.0',
  '/srv/app/node_modules/@app/core/dist/index.js:10:4',
  'file:///srv/@acme/app.ts:1:2',
  'config/autoload/app.global.ts',
  'A basic authentication scheme',
  'Unknown key: prot. Did you mean port?',
  'Unexpected token: }',
  'page=2&sort=name',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  'sha256-3qX9yYb0m2Jt7h1V5cKk8wZs4rP6uN0aQeL2dGfTiBo=',
  '6f1f5a3e-8f0e-4c1a-9f0e-2b7a1c9d4e5f',
  'AccessLogMiddlewareFactoryWithAVeryLongName2',
  'max-age=31536000, immutable',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
  'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
  'token-bucket',
]

/** Headers and fields of a query whose values are secrets in a request. */
const SECRETS_OF_A_REQUEST = `
  authorization proxy-authorization x-authorization x-forwarded-authorization x-original-authorization cookie cookie2
  set-cookie x-api-key api-key apikey x-apikey x-rapidapi-key x-functions-key x-goog-api-key ocp-apim-subscription-key
  x-parse-rest-api-key x-auth-token x-auth-key x-auth x-access-token x-refresh-token x-id-token x-session-token
  x-session-id x-session x-sid x-csrf-token x-xsrf-token x-amz-security-token x-amz-credential x-aws-ec2-metadata-token
  x-amzn-oidc-data x-amzn-oidc-accesstoken x-amzn-oidc-identity x-ms-token-aad-access-token x-ms-client-principal
  x-goog-iap-jwt-assertion x-forwarded-access-token x-vault-token x-gitlab-token private-token job-token deploy-token
  x-hub-signature x-hub-signature-256 stripe-signature x-slack-signature x-shopify-hmac-sha256 x-twilio-signature
  x-signature-ed25519 signature signature-input x-webhook-secret cf-access-jwt-assertion cf-access-client-secret
  cf-access-token cf-authorization x-jwt dpop x-client-cert x-forwarded-client-cert ssl-client-cert client-cert x-otp
  x-2fa x-totp x-mfa-code x-github-otp x-password x-pin x-secret x-client-secret x-license-key sec-websocket-key referer
  idempotency-key x-credentials x-ticket x-nonce x-magic-link x-assertion x-invite
  access_token id_token refresh_token auth_token token key password passwd pwd pass secret client_secret client_assertion
  assertion code state nonce code_verifier session session_id jsessionid phpsessid sid sig hmac hash X-Amz-Signature
  X-Amz-Credential X-Goog-Signature AWSAccessKeyId ticket SAMLResponse SAMLRequest RelayState saml_response otp pin totp
  invite invitation reset reset_token verify verification verification_code verificationCode confirm confirmation magic
  magic_link auth authorization bearer jwt oauth_token oauth_verifier oauth_signature credential private_key passphrase
  device_code user_code logout_token one_time_code recovery_code backup_code authcode auth_code unsubscribe
  key-pair-id subscription-key cvv cvc ssn iban card_number
`
  .split(/\s+/)
  .filter(Boolean)

/** Headers and fields of a query that a developer has to see. */
const PLAIN_IN_A_REQUEST = `
  accept accept-encoding accept-language cache-control content-length content-type host origin range etag if-none-match
  user-agent vary via x-forwarded-for x-forwarded-host x-forwarded-proto x-real-ip x-request-id traceparent
  sec-fetch-site sec-fetch-mode sec-websocket-version upgrade www-authenticate location x-ratelimit-remaining
  page per_page limit offset sort order q query search filter id ids user username email name lang locale country_code
  postcode zipcode promo_code currency_code status_code error_code language_code status statement restate tab view
  fields include expand date from to width height format version callback return redirect_uri client_id scope
  response_type code_challenge_method max_age grant_type hashtag inviter invited resets confirmed
`
  .split(/\s+/)
  .filter(Boolean)

test('the lists of this test have more than 120 names of secrets, and more than 70 other names', () => {
  expect(new Set(NAMES_OF_SECRETS).size).toBeGreaterThan(120)
  expect(new Set(OTHER_NAMES).size).toBeGreaterThan(70)
})

test('isSecretName() is true for names of secrets, and false for other names', () => {
  expect(NAMES_OF_SECRETS.filter((name) => !isSecretName(name))).toEqual([])
  expect(OTHER_NAMES.filter((name) => isSecretName(name))).toEqual([])
})

test('maskValue() masks the values of headers and fields of a query whose names are those of secrets, and no others', () => {
  expect(SECRETS_OF_A_REQUEST.filter((name) => maskValue(name, 'x') !== MASK)).toEqual([])
  expect(PLAIN_IN_A_REQUEST.filter((name) => maskValue(name, 'x') !== 'x')).toEqual([])
  expect(maskValue('x-forwarded-uri', '/?accesstoken=s3cret&a=1')).toBe(`/?accesstoken=${MASK}&a=1`)
})

test.each([
  ['/a/b?page=2&sort=name', {}, '/a/b?page=2&sort=name'],
  ['/a?password=s3cret&page=2', {}, `/a?password=${MASK}&page=2`],
  ['/a?pass%77ord=s3cret', {}, `/a?pass%77ord=${MASK}`],
  ['/a?a=1?token=s3cret', {}, `/a?a=${MASK}`],
  ['/reset/s3cret/s3cret2', { token: 's3cret' }, `/reset/${MASK}/s3cret2`],
  ['/reset/s3%63ret', { token: 's3cret' }, `/reset/${MASK}`],
  ['/files/a/b', { key: 'a/b' }, `/files/${MASK}/${MASK}`],
  ['/users/7', { id: '7' }, '/users/7'],
  ['/a?next=postgres%3A%2F%2Fada%3As3cret%40db', {}, `/a?next=${MASK}`],
  ['/%?a', {}, '/%?a'],
  ['', {}, ''],
])('maskTarget() masks the secrets in %o with the params %o', (target, params, masked) => {
  expect(maskTarget(target, params)).toBe(masked)
})

test('maskText() masks the secrets in a string, and keeps the rest', () => {
  for (const [text, secret, rest = ''] of TEXTS) {
    const masked = maskText(text)
    expect(masked, text).not.toContain(secret)
    expect(masked, text).toContain('********')
    expect(masked, text).toContain(rest)
  }
  expect(PLAIN_TEXTS.filter((text) => maskText(text) !== text)).toEqual([])
})

test('masking a hostile text does not take time that grows with the square of its length', () => {
  const pieces = [
    'a',
    'a:',
    'a=',
    '"',
    '\\"',
    'a: ',
    ' ',
    '=',
    ';a',
    'a://',
    ':@',
    '-----BEGIN ',
    'eyJ',
    '--a ',
    "'",
    '/',
    'a@',
  ]
  for (const piece of pieces) {
    const start = process.cpuUsage().user
    maskText(piece.repeat(20_000 / piece.length))
    isSecretName(piece.repeat(20_000 / piece.length))
    // A regular expression whose time grows with the square of the length of the text would take minutes here.
    expect((process.cpuUsage().user - start) / 1000, piece).toBeLessThan(5_000)
  }
})

test.each([
  [['db', 'password']],
  [['tokens', 'ada']],
  [['list', 0, 'apiKey']],
  [['dependencies', 'services', 'acme/secret']],
  [['middleware_pipeline', 'a', 'token']],
  [['routes', 'a', 'options', 'token']],
  [['routes', 0, 'metadata', 'acme/hook', 'secret']],
  [['authentication', 'bearer', 'secret']],
  [['cookies', 'secret']],
])('isSecretPath() is true for a value whose keys name a secret: %j', (path) => {
  expect(isSecretPath(path)).toBe(true)
})

test.each([
  [['db', 'host']],
  [['dependencies', 'factories', 'acme/secret']],
  [['middleware_pipeline', 'token', 'path']],
  [['routes', 'token', 'path']],
  [['routes', 'a', 'options', 'tokens', 'id']],
  [['routes', 0, 'metadata', 'acme/token', 'per']],
  [['routes', 'a', 'metadata', '@app/authorization', 'roles', 0]],
  [['authorization', 'permissions', 'token', 0]],
  [['authentication', 'bearer', 'issuer']],
  [['cookies', 'secure']],
  [['csrf', 'origins', 0]],
])('isSecretPath() is false for a value whose keys name no secret, but an entry, a role or a section: %j', (path) => {
  expect(isSecretPath(path)).toBe(false)
})
