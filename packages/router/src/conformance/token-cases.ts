import type { RoutingCase } from './routing-case.ts'

/** Rules for tokens, on a router that honors them. */
export const tokenCases: readonly RoutingCase[] = [
  {
    name: '2.1: the option `tokens` restricts what a placeholder matches',
    routes: [['GET /u/{id}', { tokens: { id: '\\d+' } }]],
    expect: { 'GET /u/7': ['GET /u/{id}', { id: '7' }], 'GET /u/joe': 404, 'GET /u/7x': 404 },
  },
  {
    name: '2.1: a token in the path restricts what a placeholder matches, as the option `tokens` does',
    routes: ['GET /u/{id:\\d+}', 'GET /y/{year:\\d{4}}/{month:[01]?\\d}'],
    expect: {
      'GET /u/7': ['GET /u/{id:\\d+}', { id: '7' }],
      'GET /u/joe': 404,
      'GET /y/2026/11': ['GET /y/{year:\\d{4}}/{month:[01]?\\d}', { year: '2026', month: '11' }],
      'GET /y/20266/11': 404,
      'GET /y/2026/21': 404,
    },
  },
  {
    name: '2.1: the option `tokens` overrides a token in the path',
    routes: [['GET /u/{id:\\d+}', { tokens: { id: '[a-z]+' } }]],
    expect: { 'GET /u/joe': ['GET /u/{id:\\d+}', { id: 'joe' }], 'GET /u/7': 404 },
  },
  {
    name: 'a token has to match the whole value',
    routes: ['GET /{id:\\d\\d}', 'GET /x/{id:[ab]+}'],
    expect: { 'GET /12': ['GET /{id:\\d\\d}', { id: '12' }], 'GET /123': 404, 'GET /1': 404, 'GET /x/abc': 404 },
  },
  {
    name: 'each alternative of a token has to match the whole value',
    routes: ['GET /{lang:en|de}', 'GET /{lang:en|de}/x', 'GET /p-{lang:en|de}.html'],
    expect: {
      'GET /en': ['GET /{lang:en|de}', { lang: 'en' }],
      'GET /de': ['GET /{lang:en|de}', { lang: 'de' }],
      'GET /enx': 404,
      'GET /xde': 404,
      'GET /de/x': ['GET /{lang:en|de}/x', { lang: 'de' }],
      'GET /ende/x': 404,
      'GET /p-en.html': ['GET /p-{lang:en|de}.html', { lang: 'en' }],
      'GET /p-en': 404,
      'GET /de.html': 404,
    },
  },
  {
    name: 'a token never matches across a slash',
    routes: ['GET /f/{path:[^/]+}', 'GET /g/{path:[^/x]+}/end'],
    expect: {
      'GET /f/a': ['GET /f/{path:[^/]+}', { path: 'a' }],
      'GET /f/a/b': 404,
      'GET /f/a%2Fb': 404,
      'GET /g/a/b/end': 404,
      'GET /g/a/end': ['GET /g/{path:[^/x]+}/end', { path: 'a' }],
    },
  },
  {
    name: 'a token never matches an empty value',
    routes: ['GET /u/{id:\\d*}', 'GET /v{id:\\d*}', 'GET /w/{id:a?}/x'],
    expect: { 'GET /u/': 404, 'GET /u/7': ['GET /u/{id:\\d*}', { id: '7' }], 'GET /v': 404, 'GET /w//x': 404 },
  },
  {
    name: 'a token is tested against the decoded value',
    routes: ['GET /a/{x:[a-z ]+}', 'GET /b/{x:[€é]+}', 'GET /c/{x:[%\\d]+}', 'GET /d/{x:[?#*]}'],
    expect: {
      'GET /a/x%20y': ['GET /a/{x:[a-z ]+}', { x: 'x y' }],
      'GET /b/%E2%82%AC%C3%A9': ['GET /b/{x:[€é]+}', { x: '€é' }],
      'GET /c/50%25': ['GET /c/{x:[%\\d]+}', { x: '50%' }],
      'GET /c/50%20': 404,
      'GET /d/%3F': ['GET /d/{x:[?#*]}', { x: '?' }],
      'GET /d/%23': ['GET /d/{x:[?#*]}', { x: '#' }],
      'GET /d/*': ['GET /d/{x:[?#*]}', { x: '*' }],
    },
  },
  {
    name: 'a token is not tested against the encoded value',
    routes: ['GET /a/{x:\\w+}', 'GET /b/{x:[%0-9A-F]+}'],
    expect: { 'GET /a/%C3%A9': 404, 'GET /b/%C3%A9': 404, 'GET /b/%25': ['GET /b/{x:[%0-9A-F]+}', { x: '%' }] },
  },
  {
    name: 'a token has to match up to the end of the value, also if the value ends with a newline',
    routes: ['GET /{id:\\d+}'],
    expect: { 'GET /12%0A': 404, 'GET /12%0D': 404, 'GET /12%E2%80%A8': 404 },
  },
  {
    name: 'a token is case-sensitive',
    routes: ['GET /{x:[a-z]+}'],
    expect: { 'GET /abc': ['GET /{x:[a-z]+}', { x: 'abc' }], 'GET /aBc': 404 },
  },
  {
    name: 'groups in the regular expression of a token add no params',
    routes: ['GET /{a:(\\d+)-(\\d+)}/{b:((x)|(y))+}/{c}'],
    expect: { 'GET /1-2/xy/3': ['GET /{a:(\\d+)-(\\d+)}/{b:((x)|(y))+}/{c}', { a: '1-2', b: 'xy', c: '3' }] },
  },
  {
    name: 'a token may contain parentheses that are escaped or in a character class, and a slash in a negated character class',
    routes: ['GET /a/{x:\\([^/)]+\\)}', 'GET /b/{x:[()]+}', 'GET /c/{x:[(]}', 'GET /d/{x:[^/]+}', 'GET /e/{x:a|:b?}'],
    expect: {
      'GET /a/(1)': ['GET /a/{x:\\([^/)]+\\)}', { x: '(1)' }],
      'GET /b/)(': ['GET /b/{x:[()]+}', { x: ')(' }],
      'GET /c/(': ['GET /c/{x:[(]}', { x: '(' }],
      'GET /c/)': 404,
      'GET /d/1': ['GET /d/{x:[^/]+}', { x: '1' }],
      'GET /e/a': ['GET /e/{x:a|:b?}', { x: 'a' }],
    },
  },
  {
    name: 'a token may contain a colon and braces',
    routes: ['GET /{time:\\d\\d:\\d\\d}', 'GET /hex/{x:[0-9a-f]{2}(?:-[0-9a-f]{2}){0,3}}'],
    expect: {
      'GET /12:30': ['GET /{time:\\d\\d:\\d\\d}', { time: '12:30' }],
      'GET /12-30': 404,
      'GET /hex/0a-ff': ['GET /hex/{x:[0-9a-f]{2}(?:-[0-9a-f]{2}){0,3}}', { x: '0a-ff' }],
      'GET /hex/0a-': 404,
    },
  },
  {
    name: 'a token may have a lazy quantifier',
    routes: ['GET /{x:a+?}.b'],
    expect: { 'GET /aaa.b': ['GET /{x:a+?}.b', { x: 'aaa' }] },
  },
  {
    name: 'a negated character class in a token matches one character, even one beyond U+FFFF',
    routes: ['GET /a/{x:[^/]}', 'GET /b/{x:[^/a]}'],
    expect: {
      'GET /a/%F0%9F%98%80': ['GET /a/{x:[^/]}', { x: '😀' }],
      'GET /a/ab': 404,
      'GET /b/%F0%9F%98%80': ['GET /b/{x:[^/a]}', { x: '😀' }],
      'GET /b/a': 404,
    },
  },
  {
    name: 'a placeholder with a token may have a prefix and a suffix',
    routes: ['GET /v{major:\\d+}', 'GET /{id:\\d+}.json', 'GET /f-{x:[a-z.]+}.txt'],
    expect: {
      'GET /v2': ['GET /v{major:\\d+}', { major: '2' }],
      'GET /va': 404,
      'GET /7.json': ['GET /{id:\\d+}.json', { id: '7' }],
      'GET /a.json': 404,
      'GET /7.jsonx': 404,
      'GET /f-a.txt.txt': ['GET /f-{x:[a-z.]+}.txt', { x: 'a.txt' }],
      'GET /f-1.txt': 404,
    },
  },
  {
    name: 'a placeholder with a token may be in an optional part',
    routes: ['GET /blog[/{page:\\d+}]'],
    expect: {
      'GET /blog': 'GET /blog[/{page:\\d+}]',
      'GET /blog/2': ['GET /blog[/{page:\\d+}]', { page: '2' }],
      'GET /blog/two': 404,
    },
  },
  {
    name: 'a placeholder with a token may stand before a catch-all',
    routes: ['GET /{lang:en|de}/{rest...}'],
    expect: {
      'GET /en/a/b': ['GET /{lang:en|de}/{rest...}', { lang: 'en', rest: 'a/b' }],
      'GET /en/': ['GET /{lang:en|de}/{rest...}', { lang: 'en', rest: '' }],
      'GET /fr/a': 404,
    },
  },
  {
    name: 'two routes may differ by their tokens alone',
    routes: ['GET /x/{id:\\d+}', 'GET /x/{slug:[a-z]+}', 'GET /{y:[ab]}/1', 'GET /{z:[cd]}/1'],
    expect: {
      'GET /x/7': ['GET /x/{id:\\d+}', { id: '7' }],
      'GET /x/joe': ['GET /x/{slug:[a-z]+}', { slug: 'joe' }],
      'GET /x/A': 404,
      'GET /b/1': ['GET /{y:[ab]}/1', { y: 'b' }],
      'GET /c/1': ['GET /{z:[cd]}/1', { z: 'c' }],
    },
  },
  {
    name: 'a path that a token refuses may match other routes',
    routes: ['GET /{id:\\d+}/x', 'GET /{name}/x', 'GET /{id:\\d+}/{y}'],
    expect: {
      'GET /7/x': ['GET /{id:\\d+}/x', { id: '7' }],
      'GET /joe/x': ['GET /{name}/x', { name: 'joe' }],
      'GET /%C3%A9/x': ['GET /{name}/x', { name: 'é' }],
      'GET /7/y': ['GET /{id:\\d+}/{y}', { id: '7', y: 'y' }],
      'GET /joe/y': 404,
    },
  },
  {
    name: 'methods of a route whose token refuses the value are not allowed methods of the path',
    routes: ['GET /{id:\\d+}', 'POST /{slug}'],
    expect: {
      'GET /joe': { allow: ['POST'] },
      'PUT /joe': { allow: ['POST'] },
      'PUT /7': { allow: ['GET', 'POST'] },
    },
  },
  {
    name: 'a token that sets no limit of length refuses values of more than 100 characters',
    routes: ['GET /a/{x:\\d+}', 'GET /b/{x:[^/]+}', 'GET /c/{x:\\d+}.html'],
    expect: {
      [`GET /a/${'1'.repeat(100)}`]: ['GET /a/{x:\\d+}', { x: '1'.repeat(100) }],
      [`GET /a/${'1'.repeat(101)}`]: 404,
      [`GET /b/${'%C3%A9'.repeat(100)}`]: ['GET /b/{x:[^/]+}', { x: 'é'.repeat(100) }],
      [`GET /b/${'%C3%A9'.repeat(101)}`]: 404,
      [`GET /c/${'1'.repeat(100)}.html`]: ['GET /c/{x:\\d+}.html', { x: '1'.repeat(100) }],
      [`GET /c/${'1'.repeat(101)}.html`]: 404,
    },
  },
  {
    name: 'a token that sets a limit of length may match values of more than 100 characters',
    routes: ['GET /{x:[a-z]{1,150}}'],
    expect: {
      [`GET /${'a'.repeat(150)}`]: ['GET /{x:[a-z]{1,150}}', { x: 'a'.repeat(150) }],
      [`GET /${'a'.repeat(151)}`]: 404,
    },
  },
  {
    name: 'a value that is too long for a token may match other routes',
    routes: ['GET /{id:\\d+}', 'GET /{any}'],
    expect: { [`GET /${'1'.repeat(101)}`]: ['GET /{any}', { any: '1'.repeat(101) }] },
  },
]

/**
 * Tokens that an engine may be unable to express. The router of such an engine has to refuse the route, with an error
 * that names the route.
 */
export const exoticTokenCases: readonly RoutingCase[] = [
  {
    name: 'a token with a Unicode property is honored, or the router refuses the route with an error that names the route',
    routes: ['GET /{x:\\p{L}+}'],
    expect: { 'GET /%C3%A9t%C3%A9': ['GET /{x:\\p{L}+}', { x: 'été' }], 'GET /e1': 404 },
  },
  {
    name: 'a token with characters beyond U+FFFF is honored, or the router refuses the route with an error that names the route',
    routes: ['GET /{x:[😀-😂]+}', 'GET /y/{x:\\u{1F600}}'],
    expect: {
      'GET /%F0%9F%98%81': ['GET /{x:[😀-😂]+}', { x: '😁' }],
      'GET /%F0%9F%98%83': 404,
      'GET /y/%F0%9F%98%80': ['GET /y/{x:\\u{1F600}}', { x: '😀' }],
    },
  },
  {
    name: 'an unsafe token, permitted by allowUnsafeTokens, is honored, or the router refuses the route with an error that names the route',
    routes: [['GET /{x}', { tokens: { x: '(a+)+' }, allowUnsafeTokens: true }]],
    expect: { 'GET /aaa': ['GET /{x}', { x: 'aaa' }], 'GET /b': 404 },
  },
]
