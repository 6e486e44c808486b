import { BINARY, CLOSE, CONTINUATION, chopped, closing, frame, PING, PONG, TEXT } from './frames.ts'

/** The pieces of bytes that a client sends, and the frames that the server has to send. */
export interface Case {
  readonly name: string
  readonly sends: readonly Buffer[]
  readonly gets: readonly string[]
}

const END = closing(1000)
/**
 * Makes a case in which the client sends everything and then a close frame. `gets` are the frames that the server sends
 * before its own close frame.
 */
const whole = (name: string, sends: readonly Buffer[], ...gets: readonly string[]): Case => ({
  name,
  sends: [...sends, END],
  gets: [...gets, 'close 1000'],
})
/**
 * Makes a case in which the server has to close the connection with a code, and to ignore the frames that the client
 * sends afterwards.
 */
const refused = (name: string, code: number, sends: readonly Buffer[], ...before: readonly string[]): Case => ({
  name,
  sends: [...sends, frame(TEXT, 'behind it'), END],
  gets: [...before, `close ${code}`],
})
const hex = (bytes: string) => Buffer.from(bytes.replaceAll(' ', ''), 'hex')

const SIZES = [0, 1, 125, 126, 127, 128, 65_535, 65_536, 1_048_576]
const sized = (name: string, size: number) => (size === 0 ? name : size > 32 ? `${name} of ${size}` : `${name} *`)

/**
 * RFC 6455, 5.1 and 5.2: frames with payloads of many lengths, also sent byte by byte, and frames that the server has
 * to refuse. The server has to write a length in the fewest bytes.
 */
const FRAMING: readonly Case[] = [
  ...SIZES.flatMap((size) => [
    whole(`5.2: a text of ${size} bytes`, [frame(TEXT, '*'.repeat(size))], sized('text', size)),
    whole(
      `5.2: ${size} bytes`,
      [frame(BINARY, Buffer.alloc(size, 0xfe))],
      size === 1 ? 'bytes fe' : sized('bytes', size),
    ),
  ]),
  whole('5.2: a frame that comes byte by byte', chopped(frame(TEXT, 'grün')), 'text grün'),
  whole('5.2: two frames in one piece', [Buffer.concat([frame(TEXT, 'a'), frame(TEXT, 'b')])], 'text a', 'text b'),
  whole('5.2: a length in more bytes than it needs', [frame(TEXT, 'a', { lengthBytes: 8 })], 'text a'),
  refused('5.2: a message above the limit', 1009, [frame(BINARY, Buffer.alloc(1_048_577))]),
  refused('5.2: a length above 2 to the 53rd', 1009, [frame(BINARY, 'a', { lengthBytes: 8, said: 2n ** 60n })]),
  ...[1, 2, 4, 7].map((reserved) => refused(`5.2: reserved bits ${reserved}`, 1002, [frame(TEXT, 'a', { reserved })])),
  ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode) =>
    refused(`5.2: the reserved opcode ${opcode}`, 1002, [frame(TEXT, 'a'), frame(opcode, 'b')], 'text a'),
  ),
  refused('5.1: a frame without a mask', 1002, [frame(TEXT, 'a', { unmasked: true })]),
]

/** RFC 6455, 5.4: fragments. */
const FRAGMENTS: readonly Case[] = [
  whole('5.4: a text in two', [frame(TEXT, 'a', { more: true }), frame(CONTINUATION, 'b')], 'text ab'),
  whole(
    '5.4: a binary message in three fragments, one of them empty',
    [frame(BINARY, hex('01'), { more: true }), frame(CONTINUATION, '', { more: true }), frame(CONTINUATION, hex('02'))],
    'bytes 0102',
  ),
  whole(
    '5.4: an empty text in three fragments',
    [frame(TEXT, '', { more: true }), frame(CONTINUATION, '', { more: true }), frame(CONTINUATION)],
    'text',
  ),
  whole(
    '5.4: a ping between two fragments',
    [frame(TEXT, 'a', { more: true }), frame(PING, 'x'), frame(CONTINUATION, 'b')],
    'pong x',
    'text ab',
  ),
  refused('5.4: a continuation frame without a message to continue', 1002, [frame(CONTINUATION, 'a')]),
  refused('5.4: a continuation behind a complete text', 1002, [frame(TEXT, 'a'), frame(CONTINUATION, 'b')], 'text a'),
  refused('5.4: a text in the middle of another text', 1002, [frame(TEXT, 'a', { more: true }), frame(TEXT, 'b')]),
  refused('5.4: fragments that are together larger than the limit', 1009, [
    frame(BINARY, Buffer.alloc(600_000), { more: true }),
    frame(CONTINUATION, Buffer.alloc(600_000)),
  ]),
]

/** RFC 6455, 5.5: control frames. */
const CONTROL: readonly Case[] = [
  whole('5.5.2: a ping without a payload', [frame(PING)], 'pong'),
  whole(
    '5.5.2: a ping of bytes that are not text',
    [frame(PING, hex('00fffefdfcfb00ff'))],
    `pong ${hex('00fffefdfcfb00ff')}`,
  ),
  whole('5.5.2: a ping of 125 bytes', [frame(PING, '*'.repeat(125))], 'pong of 125'),
  whole(
    '5.5.2: ten pings',
    Array.from({ length: 10 }, (_, number) => frame(PING, String(number))),
    ...Array.from({ length: 10 }, (_, number) => `pong ${number}`),
  ),
  whole('5.5.3: a pong without a ping', [frame(PONG, 'x'), frame(TEXT, 'a')], 'text a'),
  refused('5.5: a ping of 126 bytes', 1002, [frame(PING, '*'.repeat(126))]),
  refused('5.5: a fragmented ping', 1002, [frame(PING, 'a', { more: true }), frame(CONTINUATION, 'b')]),
  refused('5.5: a fragmented pong', 1002, [frame(PONG, 'a', { more: true }), frame(CONTINUATION, 'b')]),
]

/** RFC 6455, 8.1: a string is UTF-8, also where fragments cut a character. */
const TEXTS: readonly Case[] = [
  ...(
    [
      ['the first character of two bytes', 'c2 80'],
      ['the first character of three bytes', 'e0 a0 80'],
      ['the first character of four bytes', 'f0 90 80 80'],
      ['the last character', 'f4 8f bf bf'],
      ['a code point that is not a character', 'ef bf bf'],
      ['the Greek word κόσμε', 'ce ba e1 bd b9 cf 83 ce bc ce b5'],
    ] as const
  ).map(([name, bytes]) => whole(`8.1: valid UTF-8: ${name}`, [frame(TEXT, hex(bytes))], `text ${hex(bytes)}`)),
  whole(
    '8.1: a character in two fragments',
    [frame(TEXT, hex('ce'), { more: true }), frame(CONTINUATION, hex('ba'))],
    'text κ',
  ),
  ...(
    [
      ['a continuation alone', '80'],
      ['a byte that UTF-8 never uses', 'fe'],
      ['the last byte', 'ff'],
      ['a character that is cut off', 'ce ba e1 bd'],
      ['a slash in two bytes', 'c0 af'],
      ['a slash in three bytes', 'e0 80 af'],
      ['a slash in four bytes', 'f0 80 80 af'],
      ['half of a surrogate pair', 'ed a0 80'],
      ['a surrogate pair', 'ed a0 80 ed b0 80'],
      ['a code point behind the last one', 'f4 90 80 80'],
      ['a character of five bytes', 'f8 88 80 80 80'],
    ] as const
  ).map(([name, bytes]) => refused(`8.1: invalid UTF-8: ${name}`, 1007, [frame(TEXT, hex(bytes))])),
  refused('8.1: invalid UTF-8: half a character at the end of the last fragment', 1007, [
    frame(TEXT, 'a', { more: true }),
    frame(CONTINUATION, hex('ce')),
  ]),
]

/** RFC 6455, 5.5.1 and 7.4: closing. */
const CLOSING: readonly Case[] = [
  { name: '5.5.1: a close without a code', sends: [frame(CLOSE)], gets: ['close'] },
  { name: '5.5.1: a close with a reason', sends: [closing(1000, 'grün')], gets: ['close 1000'] },
  { name: '5.5.1: a reason of 123 bytes', sends: [closing(1000, '*'.repeat(123))], gets: ['close 1000'] },
  {
    name: '5.5.1: frames behind a close frame are ignored',
    sends: [END, frame(TEXT, 'late'), frame(PING)],
    gets: ['close 1000'],
  },
  {
    name: '5.5.1: a close between two fragments',
    sends: [frame(TEXT, 'a', { more: true }), END, frame(CONTINUATION, 'b')],
    gets: ['close 1000'],
  },
  refused('5.5.1: a reason of 124 bytes', 1002, [closing(1000, '*'.repeat(124))]),
  refused('5.5.1: half a code', 1002, [frame(CLOSE, '\x03')]),
  refused('5.5.1: a reason that is not UTF-8', 1007, [closing(1000, hex('ce ba e1'))]),
  ...[1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999].map((code) => ({
    name: `7.4: the code ${code}`,
    sends: [closing(code)],
    gets: [`close ${code}`],
  })),
  ...[0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].map((code) =>
    refused(`7.4: not the code ${code}`, 1002, [closing(code)]),
  ),
]

export const CASES: readonly Case[] = [...FRAMING, ...FRAGMENTS, ...CONTROL, ...TEXTS, ...CLOSING]
