import { ConfigurationError } from '@app/checks'
import { describe, expect, it, test } from 'vitest'
import { parsePath } from '../index.ts'

const text = (literal: string, optional = 0) => ({ kind: 'static', text: literal, optional })
const placeholder = (name: string, rest: object = {}) => ({
  ...{ kind: 'placeholder', name, prefix: '', suffix: '', optional: 0 },
  ...rest,
})

describe('parsePath', () => {
  it('parsePath() reads static paths', () => {
    expect(parsePath('/')).toEqual([text('')])
    expect(parsePath('/a/b')).toEqual([text('a'), text('b')])
    expect(parsePath('/a/')).toEqual([text('a'), text('')])
    expect(parsePath('//a')).toEqual([text(''), text('a')])
  })

  it('parsePath() reads placeholders', () => {
    expect(parsePath('/users/{id}')).toEqual([text('users'), placeholder('id')])
    expect(parsePath('/{_a1}/{B}')).toEqual([placeholder('_a1'), placeholder('B')])
    expect(parsePath('/{constructor}')).toEqual([placeholder('constructor')])
  })

  it('parsePath() reads literal text around a placeholder', () => {
    expect(parsePath('/f-{id}.html')).toEqual([placeholder('id', { prefix: 'f-', suffix: '.html' })])
    expect(parsePath('/{name}:cancel')).toEqual([placeholder('name', { suffix: ':cancel' })])
    expect(parsePath('/:{id}')).toEqual([placeholder('id', { prefix: ':' })])
  })

  it('parsePath() reads several placeholders of one segment', () => {
    const compound = { kind: 'compound', prefix: '', suffix: '', optional: 0 }
    const [a, b] = [{ name: 'a' }, { name: 'b', token: '\\d{2}' }]

    expect(parsePath('/{a}-{b:\\d{2}}')).toEqual([{ ...compound, placeholders: [a, b], separators: ['-'] }])
    expect(parsePath('/v{a}é{b:\\d{2}}.{c}x[/{d}]')).toEqual([
      { ...compound, prefix: 'v', suffix: 'x', placeholders: [a, b, { name: 'c' }], separators: ['%C3%A9', '.'] },
      placeholder('d', { optional: 1 }),
    ])
  })

  it('parsePath() reads tokens with braces, slashes, colons and brackets', () => {
    expect(parsePath('/{id:\\d+}')).toEqual([placeholder('id', { token: '\\d+' })])
    expect(parsePath('/{y:\\d{4}}/{m}')).toEqual([placeholder('y', { token: '\\d{4}' }), placeholder('m')])
    expect(parsePath('/{x:[^/]+}')).toEqual([placeholder('x', { token: '[^/]+' })])
    expect(parsePath('/{t:\\d\\d:\\d\\d}')).toEqual([placeholder('t', { token: '\\d\\d:\\d\\d' })])
    expect(parsePath('/a[/{x:[a-z]}]')).toEqual([text('a'), placeholder('x', { token: '[a-z]', optional: 1 })])
  })

  it('parsePath() reads an optional part at the end, nested or not', () => {
    expect(parsePath('/a[/{b}]')).toEqual([text('a'), placeholder('b', { optional: 1 })])
    expect(parsePath('/a[/{b}[/{c}]]')).toEqual([
      text('a'),
      placeholder('b', { optional: 1 }),
      placeholder('c', { optional: 2 }),
    ])
    expect(parsePath('/a[/b/{c}]')).toEqual([text('a'), text('b', 1), placeholder('c', { optional: 1 })])
    expect(parsePath('/a[/]')).toEqual([text('a'), text('', 1)])
  })

  it('parsePath() reads a catch-all', () => {
    expect(parsePath('/files/{rest...}')).toEqual([text('files'), { kind: 'rest', name: 'rest', optional: 0 }])
    expect(parsePath('/files[/{rest...}]')).toEqual([text('files'), { kind: 'rest', name: 'rest', optional: 1 }])
    expect(parsePath('/files/{rest...:[a-z/]{2,}}')).toEqual([
      text('files'),
      { kind: 'rest', name: 'rest', token: '[a-z/]{2,}', optional: 0 },
    ])
  })

  it('parsePath() reads a placeholder as a catch-all if it is the last segment and its token is .* or .+', () => {
    expect(parsePath('/f/{path:.*}')).toEqual([text('f'), { kind: 'rest', name: 'path', optional: 0 }])
    expect(parsePath('/f/{path:.+}')).toEqual([text('f'), { kind: 'rest', name: 'path', token: '.+', optional: 0 }])
    expect(parsePath('/f[/{path:.*}]')).toEqual([text('f'), { kind: 'rest', name: 'path', optional: 1 }])
    expect(parsePath('/f/{path:.+}/end')).toEqual([text('f'), placeholder('path', { token: '.+' }), text('end')])
    expect(parsePath('/f-{path:.+}')).toEqual([placeholder('path', { prefix: 'f-', token: '.+' })])
  })

  it('parsePath() makes literal text canonical', () => {
    expect(parsePath('/café')).toEqual([text('caf%C3%A9')])
    expect(parsePath('/a b')).toEqual([text('a%20b')])
    expect(parsePath('/%7euser')).toEqual([text('~user')])
    expect(parsePath('/%c3%a9{x}')).toEqual([placeholder('x', { prefix: '%C3%A9' })])
    expect(parsePath("/a.b-c_d~e!$&'()+,;=:@")).toEqual([text("a.b-c_d~e!$&'()+,;=:@")])
    expect(parsePath('/<a>')).toEqual([text('%3Ca%3E')])
  })

  it('parsePath() reads a colon as literal text if it does not begin a name', () => {
    expect(parsePath('/v1:list')).toEqual([text('v1:list')])
    expect(parsePath('/:')).toEqual([text(':')])
    expect(parsePath('/:1')).toEqual([text(':1')])
  })
})

describe('APP_PATH_SYNTAX', () => {
  it('the error quotes the path, points at the mistake and says what to write instead', () => {
    expect(() => parsePath('/users/:id/posts')).toThrow(
      [
        'Invalid path "/users/:id/posts": a placeholder is written in braces. Write "{id}", or "{x::id}" for this text.',
        '  /users/:id/posts',
        '         ^',
      ].join('\n'),
    )
  })

  it('the error says how to write a token that has lost its backslash in a string literal', () => {
    expect(() => parsePath('/users/{id:d+}')).toThrow(
      [
        'Invalid path "/users/{id:d+}": "d+" stands for the letter d. ' +
          'Write "\\\\d+" (in a string literal "\\d" is just "d").',
        '  /users/{id:d+}',
        '             ^',
      ].join('\n'),
    )
  })

  test.each([
    ['users/{id}', 0, 'a path starts with a slash', '"/users/{id}"'],
    ['*', 0, 'a path starts with a slash', '"/{rest...}"'],
    ['/a/*', 3, '"*" has no meaning', '"{rest...}"'],
    ['/a/{id}*', 7, '"*" has no meaning', '"{rest...}"'],
    ['/{id', 1, 'never closed', '"{id}"'],
    ['/a/{id:\\d{2}/b', 3, 'never closed', '"{id}"'],
    ['/id}', 3, 'this brace closes nothing', 'the path without it'],
    ['/{}', 2, 'named by letters', '"{id}"'],
    ['/{ id }', 2, 'named by letters', '"{id}"'],
    ['/{user-id}', 2, 'named by letters', '"{user_id}"'],
    ['/{1st}', 2, 'named by letters', '"{_1st}"'],
    ['/{id?}', 2, 'named by letters', '"[/{id}]"'],
    ['/{*rest}', 2, 'named by letters', '"{rest...}"'],
    ['/{rest*}', 2, 'named by letters', '"{rest...}"'],
    ['/{...rest}', 2, 'named by letters', '"{rest...}"'],
    ['/{rest..}', 2, 'named by letters', '"{rest...}"'],
    ['/{...}', 2, 'named by letters', '"{id}"'],
    ['/{__proto__}', 2, 'this name is reserved', 'another name'],
    ['/{id}/{id}', 7, '"id" is already a placeholder', 'another name'],
    ['/{id}/{id...}', 7, '"id" is already a placeholder', 'another name'],
    ['/{a}{b}', 4, 'nothing tells where {a} ends and {b} begins', '"{a}-{b}"'],
    ['/{a}-{b:\\d+}{c:\\w+}', 12, 'nothing tells where {b} ends and {c} begins', '"{b}-{c}"'],
    ['/{a}-{rest...}', 5, 'a catch-all is a whole segment', '"/{rest...}"'],
    ['/{a}-{a}', 6, '"a" is already a placeholder', 'another name'],
    ['/:id', 1, 'written in braces', '"{id}", or "{x::id}" for this text'],
    ['/a/{b:[}]+}/{c}', 7, 'braces of a token come in pairs', '"\\x7d"'],
    ['/a/{b:[^}]}', 8, 'braces of a token come in pairs', '"\\x7d"'],
    ['/a/{b:\\}}', 7, 'braces of a token come in pairs', '"\\x7d"'],
    ['/a/{b:[{]}', 7, 'braces of a token come in pairs', '"\\x7b"'],
    ['/a/{b:\\{}', 7, 'braces of a token come in pairs', '"\\x7b"'],
    ['/{id:}', 5, 'this token is empty', '"/{id}"'],
    ['/{id:d+}', 5, 'the letter d', '"\\\\d+"'],
    ['/{id:w}', 5, 'the letter w', '"\\\\w"'],
    ['/{id:s*}', 5, 'the letter s', '"\\\\s*"'],
    ['/{id:d{1,4}}', 5, 'the letter d', '"\\\\d{1,4}"'],
    ['/{id:D+}', 5, 'the letter D', '"\\\\D+"'],
    ['/{rest...}/x', 10, 'a catch-all is the end', 'without what follows'],
    ['/{rest...}/', 10, 'a catch-all is the end', 'without what follows'],
    ['/{rest...}[/x]', 10, 'a catch-all is the end', 'without what follows'],
    ['/a{rest...}', 2, 'a catch-all is a whole segment', '"/{rest...}"'],
    ['/{rest...}.txt', 1, 'a catch-all is a whole segment', '"/{rest...}"'],
    ['/a?', 2, 'a query is not part', '"[/{page}]"'],
    ['/a/{id}?', 7, 'a query is not part', '"[/{page}]"'],
    ['/a?b=c', 2, 'a query is not part', '"[/{page}]"'],
    ['/a#b', 2, 'a fragment is not part', 'the path without it'],
    ['/a\\b', 2, 'a backslash is not part', '"/"'],
    ['/a[b]', 3, 'holds whole segments', '"[/{page}]"'],
    ['/a[{b}]', 3, 'holds whole segments', '"[/{page}]"'],
    ['/a[]', 3, 'holds whole segments', '"[/{page}]"'],
    ['/[/{page}]', 1, 'brings its own slash', 'two routes'],
    ['/a/[/{b}]', 3, 'brings its own slash', '"/a[/{b}]"'],
    ['/[{a}]', 1, 'brings its own slash', 'two routes, "/" and "/{a}"'],
    ['[{a}]', 1, 'brings its own slash', 'two routes, "/" and "/{a}"'],
    ['[/{a}]', 1, 'brings its own slash', 'two routes, "/" and "/{a}"'],
    ['/a/[{b}]', 3, 'brings its own slash', '"/a[/{b}]"'],
    ['/a[/{b}', 2, 'stands at the end', '"/a[/{b}]"'],
    ['/a[/{b}[/{c}]', 7, 'stands at the end', '"/a[/{b}[/{c}]"'],
    ['/a[/b]/c', 5, 'stands at the end', '"/a[/{b}]"'],
    ['/a[/b][/c]', 5, 'stands at the end', '"/a[/{b}]"'],
    ['/a]', 2, 'this bracket closes nothing', 'the path without it'],
    ['/a[/{b}]]', 8, 'this bracket closes nothing', 'the path without it'],
    ['/.', 1, 'no request path holds a dot segment', 'the path without it'],
    ['/a/../b', 3, 'no request path holds a dot segment', 'the path without it'],
    ['/a/%2e%2E/b', 3, 'no request path holds a dot segment', 'the path without it'],
    ['/%zz', 1, 'no request path holds this text', '"%" before two hex digits'],
    ['/a/%', 3, 'no request path holds this text', '"%" before two hex digits'],
    ['/%FF', 1, 'no request path holds this text', '"%" before two hex digits'],
    ['/a%2Fb', 1, 'no request path holds this text', 'no "%2F"'],
    ['/a%5Cb', 1, 'no request path holds this text', 'no "%2F", "%5C"'],
    ['/a%00', 1, 'no request path holds this text', 'control character'],
    ['/a\tb', 1, 'no request path holds this text', 'control character'],
    ['/\ud800', 1, 'no request path holds this text', '"%" before two hex digits'],
  ])(
    'parsePath() refuses the path %j for its mistake at index %i: %s; write %s',
    (path, position, problem, instead) => {
      const error = mistake(path)
      const [sentence, quoted, caret] = error.message.split('\n')

      expect(sentence).toContain(problem)
      expect(sentence?.split(' Write ')[1]).toContain(instead)
      expect(quoted).toBe(`  ${path}`)
      expect(caret).toBe(`  ${' '.repeat(position)}^`)
    },
  )

  it('the path that the error suggests is a path', () => {
    for (const path of ['users/{id}', '/[{a}]', '[/{a}]', '/a/[{b}]', '/a/[/{b}]', '/a[/{b}', '/{id:}']) {
      const suggested =
        mistake(path)
          .message.split('\n')[0]
          ?.match(/(?<=")\/[^"]*(?="(?:$|\.| and))/g) ?? []
      expect(suggested).not.toEqual([])
      for (const one of suggested) expect(() => parsePath(one)).not.toThrow()
    }
    expect(parsePath('/a/{x::batch}')).toEqual([text('a'), placeholder('x', { token: ':batch' })])
  })

  it.each([
    [42, 'got a number. Write "/users/{id}".'],
    [undefined, 'got undefined. Write "/users/{id}".'],
    [/^x/, 'got an instance of RegExp. Write it as a token: "/{id:\\\\d+}".'],
    [['/a', '/b'], 'got a list. Register a route for each.'],
  ])('parsePath() refuses a path that is not a string, and its error says what to write: %s', (path, message) => {
    expect(() => parsePath(path as never)).toThrow(`Invalid path: a path is a string, ${message}`)
  })
})

function mistake(path: string): ConfigurationError {
  try {
    parsePath(path)
  } catch (error) {
    if (ConfigurationError.is(error) && error.code === 'APP_PATH_SYNTAX') return error
  }
  throw new Error(`${path} is a path`)
}
