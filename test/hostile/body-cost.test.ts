import { bodyParser, formBody, jsonBody, multipartBody, PARSED_BODY, textBody } from '@app/body-parser'
import { Application, type Middleware, text } from '@app/core'
import { expect, test } from 'vitest'
import { sampled } from '../programs/sampled.ts'

const MIB = 1_048_576
const URL_ENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=limit'

/**
 * The CPU that a hostile body may cost, as a multiple of the CPU of a harmless body of the same size. The limit is
 * generous: quadratic work would cost thousands of times as much.
 */
const MOST_TIMES = 20
const ROUNDS = 10

const readers: Readonly<Record<string, Middleware>> = {
  bodyParser: (request) => text(typeof request.attribute(PARSED_BODY)),
  'formData()': async (request) => text(String([...(await request.formData())].length)),
  'json()': async (request) => text(typeof (await request.json())),
  'text()': async (request) => text(String((await request.text()).length)),
}

/**
 * Returns a function that sends a body to a reader without a socket: work for a socket would hide the cost of reading.
 */
function asking(name: string): (body: Uint8Array<ArrayBuffer>, type: string) => Promise<Response> {
  const app = new Application({ onError: () => undefined })
  if (name === 'bodyParser') app.pipe(bodyParser({ strategies: [jsonBody, formBody, textBody, multipartBody] }))
  app.pipe(readers[name] as Middleware)
  return async (body, type) => app.request('/', { method: 'POST', body, headers: { 'content-type': type } })
}

/** Repeats `piece` between `start` and `end` until the text is as long as the default limit of a body, 1 MiB. */
function full(piece: string, start = '', end = ''): string {
  return start + piece.repeat(Math.floor((MIB - start.length - end.length) / piece.length)) + end
}

function listed(piece: (index: number) => string, separator: string): string {
  let list = piece(0)
  for (let i = 1; list.length < MIB - 20; i++) list += separator + piece(i)
  return list
}

function part(headers: string, value: string): string {
  return `--limit\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${value}\r\n`
}

const END = '--limit--\r\n'
const name = 'name="a"'

const harmless: Readonly<Record<string, string>> = {
  [URL_ENCODED]: listed((index) => `field=${'some+words+of+a+f%C3%BCrm%2C+'.repeat(60)}${index}`, '&'),
  [MULTIPART]: listed((index) => part(`name="field${index}"`, 'some words of a form, '.repeat(60)), '') + END,
  'application/json': `[${listed((id) => `{"id":${id},"name":"some words","tags":["a","b"],"at":{"x":1.5}}`, ',')}]`,
  'text/plain': full('some words '),
}

const hostile: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [URL_ENCODED]: {
    'nothing but &': full('&'),
    'nothing but =': full('=', 'a'),
    'nothing but %': full('%', 'a='),
    'nothing but +': full('+', 'a='),
    'encoded bytes that are no UTF-8': full('%ff', 'a='),
    'names without values': full('a&'),
    'one name many times': full('a=1&'),
    'many names': listed((index) => `${index.toString(36)}=1`, '&'),
    'as many names as may be': listed((index) => `${index.toString(36)}=${'%41'.repeat(350)}`, '&'),
    'a name that is nearly a prototype': full('constructor[', '', '=1'),
    'brackets of a name': full('[', 'constructor', '=1'),
  },
  [MULTIPART]: {
    'tiny parts': full(part(name, ''), '', END),
    'tiny files': full(part(`${name}; filename="a"`, 'x'), '', END),
    'parts without headers': full('--limit\r\n\r\n\r\n', '', END),
    'nothing but delimiters': full('--limit\r\n', '', END),
    'nothing but last delimiters': full('--limit--\r\n'),
    'a long line of headers': part(`name="${'x'.repeat(MIB - 200)}"`, '') + END,
    'a header that never ends': `--limit\r\n${full('a')}`,
    'many headers': part(full('a: b\r\n', `${name}\r\n`, 'c: d'), '') + END,
    'many parameters': part(full('; a=b', name), '') + END,
    'many headers in many parts': full(part(`${name}${'; a=b'.repeat(400)}`, ''), '', END),
    'line feeds': part(name, full('\n')) + END,
    'nearly delimiters': part(name, full('\r\n--limi')) + END,
    dashes: part(name, full('-')) + END,
    'no last delimiter': part(name, full('x')),
  },
  'application/json': {
    'deep lists': '['.repeat(MIB / 2) + ']'.repeat(MIB / 2),
    'deep objects': full('{"a":', '', '1').slice(0, MIB / 2) + '}'.repeat(100_000),
    'lists that never end': full('['),
    'empty objects': `[${full('{},', '', '1')}]`,
    'objects of many shapes': `[${listed((index) => `{"${index.toString(36)}":1}`, ',')}]`,
    'an object of many keys': `{${listed((index) => `"${index.toString(36)}":1`, ',')}}`,
    'a key many times': `{${full('"a":1,', '', '"a":1')}}`,
    'escaped letters': `"${full('\\u0041')}"`,
    'a long number': full('1'),
  },
  'text/plain': {
    'bytes that are no UTF-8': full('\xff'),
    'long characters': full('\u{1f600}').slice(0, MIB / 4),
  },
}

const cases = Object.entries(hostile).flatMap(([type, bodies]) => {
  const own = type === 'application/json' ? 'json()' : type === 'text/plain' ? 'text()' : 'formData()'
  return ['bodyParser', own].flatMap((reader) => Object.keys(bodies).map((body) => [reader, type, body] as const))
})

test.each(sampled(cases, ([, type, body]) => `${type} ${body}`))(
  '%s reads a hostile body of the type %s (%s) with at most a small multiple of the CPU time of a harmless body',
  async (reader, type, body) => {
    const ask = asking(reader)
    const cost = async (bytes: Uint8Array<ArrayBuffer>) => {
      const before = process.cpuUsage()
      await (await ask(bytes, type)).text()
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const [usual, attack] = [harmless[type], hostile[type]?.[body]].map((text) => new TextEncoder().encode(text)) as [
      Uint8Array<ArrayBuffer>,
      Uint8Array<ArrayBuffer>,
    ]
    let times = Number.POSITIVE_INFINITY
    let [leastUsual, leastAttack] = [times, times]
    // The hostile and the harmless body take turns, so that other work of this machine affects both; the lowest CPU
    // time of each is compared.
    for (let round = 0; round < ROUNDS && !(times < MOST_TIMES); round++) {
      leastUsual = Math.min(leastUsual, await cost(usual.slice(0, attack.length)))
      leastAttack = Math.min(leastAttack, await cost(attack))
      times = leastAttack / Math.max(leastUsual, 1_000)
    }
    expect(times).toBeLessThan(MOST_TIMES)
  },
)

test.each([
  [URL_ENCODED, 'a&'.repeat(1_001), 413],
  [URL_ENCODED, 'a&'.repeat(1_000), 200],
  [MULTIPART, part(name, '').repeat(1_001) + END, 413],
  [MULTIPART, part(name, '').repeat(1_000) + END, 200],
  [MULTIPART, part(`${name}\r\nx: ${'a'.repeat(262_144)}`, '') + END, 413],
  [MULTIPART, part(name, `\n--lim\n${'x'.repeat(300_000)}`) + END, 200],
  [MULTIPART, 'no form', 400],
  ['text/plain', 'a=1', 415],
])(
  'bodyParser() and formData() set the same limits for the fields and headers of a form of the type %s',
  async (type, body, status) => {
    for (const reader of ['bodyParser', 'formData()']) {
      const bytes = new TextEncoder().encode(body)
      if (reader === 'formData()' || type !== 'text/plain') {
        expect([reader, (await asking(reader)(bytes, type)).status]).toEqual([reader, status])
      }
    }
  },
)
