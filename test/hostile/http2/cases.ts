import { block, FLAG, frame, TYPE, uint32 } from './frames.ts'

/** The frames that a client sends after the preface of HTTP/2, and the expected reaction of the server. */
export interface Case {
  /** The section of RFC 9113, and a description of the frames. */
  readonly name: string
  readonly frames: readonly Buffer[]
  /**
   * `refused`: an error of the stream or of the connection; `ended`: an error of the connection; `answered`: a handler
   * sees the request, and answers; `dropped`: a handler sees the request without its invalid part, which node leaves out
   * although the RFC demands an error.
   */
  readonly is: 'refused' | 'ended' | 'answered' | 'dropped'
}

const { DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION } = TYPE
const { ACK, END_STREAM, END_HEADERS, PADDED } = FLAG
const WHOLE = END_STREAM | END_HEADERS

const GET = [
  [':method', 'GET'],
  [':scheme', 'http'],
  [':path', '/'],
  [':authority', 'x'],
] as const
const POST = [[':method', 'POST'], ...GET.slice(1)] as const
type Field = readonly [string, string]
const get = (...more: readonly Field[]) => frame(HEADERS, WHOLE, 1, block([...GET, ...more]))
const of = (...fields: readonly Field[]) => frame(HEADERS, WHOLE, 1, block(fields))
const post = (...more: readonly Field[]) => frame(HEADERS, END_HEADERS, 1, block([...POST, ...more]))

/** Frames that a server has to refuse, and unusual frames that it has to accept. Source: RFC 9113, by sections. */
export const CASES: readonly Case[] = [
  { name: '4.1: a frame of an unknown type is ignored', frames: [frame(0xbe, 0, 0, 'ignored'), get()], is: 'answered' },
  {
    name: '4.1: flags without a meaning are ignored',
    frames: [frame(PING, 0xfe, 0, '12345678'), get()],
    is: 'answered',
  },
  {
    name: '4.2: a frame that is larger than the settings allow',
    frames: [post(), frame(DATA, END_STREAM, 1, 'x'.repeat(16_385))],
    is: 'ended',
  },
  {
    name: '4.3: a block of headers that cannot be decompressed',
    frames: [frame(HEADERS, WHOLE, 1, '\xff\xff\xff\xff\xff')],
    is: 'ended',
  },
  { name: '5.1: DATA on a stream that was never opened', frames: [frame(DATA, END_STREAM, 1, 'x')], is: 'ended' },
  {
    name: '5.1: RST_STREAM on a stream that was never opened',
    frames: [frame(RST_STREAM, 0, 1, uint32(8))],
    is: 'ended',
  },
  {
    name: '5.1: WINDOW_UPDATE on a stream that was never opened',
    frames: [frame(WINDOW_UPDATE, 0, 1, uint32(1))],
    is: 'ended',
  },
  { name: '5.1.1: a client stream with an even number', frames: [frame(HEADERS, WHOLE, 2, block(GET))], is: 'ended' },
  {
    name: '5.1.1: a stream with a lower number than the last one',
    frames: [
      frame(HEADERS, WHOLE, 5, block(GET)),
      frame(HEADERS, WHOLE, 3, block([[':method', 'PUT'], ...GET.slice(1)])),
    ],
    is: 'dropped',
  },
  {
    name: '5.5: an unknown frame between HEADERS and CONTINUATION',
    frames: [frame(HEADERS, END_STREAM, 1, block(GET)), frame(0xbe, 0, 1, 'x'), frame(CONTINUATION, END_HEADERS, 1)],
    is: 'ended',
  },
  { name: '6.1: DATA on stream 0, which means the connection', frames: [frame(DATA, 0, 0, 'x')], is: 'ended' },
  {
    name: '6.1: DATA with more padding than payload',
    frames: [post(), frame(DATA, END_STREAM | PADDED, 1, '\x08abc')],
    is: 'ended',
  },
  {
    name: '6.2: HEADERS on stream 0, which means the connection',
    frames: [frame(HEADERS, WHOLE, 0, block(GET))],
    is: 'ended',
  },
  {
    name: '6.2: HEADERS with more padding than payload',
    frames: [frame(HEADERS, WHOLE | PADDED, 1, '\x40ab')],
    is: 'ended',
  },
  {
    name: '6.2: another frame in the middle of a block of headers',
    frames: [frame(HEADERS, END_STREAM, 1, block(GET)), frame(PING, 0, 0, '12345678')],
    is: 'ended',
  },
  {
    name: '6.3: PRIORITY on stream 0, which means the connection',
    frames: [frame(PRIORITY, 0, 0, '\0\0\0\0\0'), get()],
    is: 'dropped',
  },
  {
    name: '6.4: RST_STREAM on stream 0, which means the connection',
    frames: [frame(RST_STREAM, 0, 0, uint32(8))],
    is: 'ended',
  },
  { name: '6.4: RST_STREAM of an invalid length', frames: [post(), frame(RST_STREAM, 0, 1, 'abc')], is: 'ended' },
  {
    name: '6.5: SETTINGS with the flag ACK and a payload',
    frames: [frame(SETTINGS, ACK, 0, '\0\x03\0\0\0\x64')],
    is: 'ended',
  },
  { name: '6.5: SETTINGS of a stream', frames: [frame(SETTINGS, 0, 1, '\0\x03\0\0\0\x64')], is: 'ended' },
  {
    name: '6.5: SETTINGS of a length that is not a multiple of six',
    frames: [frame(SETTINGS, 0, 0, '\0\x03\0')],
    is: 'ended',
  },
  { name: '6.5.2: ENABLE_PUSH of 2', frames: [frame(SETTINGS, 0, 0, '\0\x02\0\0\0\x02')], is: 'ended' },
  { name: '6.5.2: an initial window above 2^31-1', frames: [frame(SETTINGS, 0, 0, '\0\x04\x80\0\0\0')], is: 'ended' },
  { name: '6.5.2: a frame limit below 2^14', frames: [frame(SETTINGS, 0, 0, '\0\x05\0\0\x3f\xff')], is: 'ended' },
  {
    name: '6.5.2: an unknown setting is ignored',
    frames: [frame(SETTINGS, 0, 0, '\0\xff\0\0\0\x01'), get()],
    is: 'answered',
  },
  {
    name: '6.6: PUSH_PROMISE of a client',
    frames: [frame(PUSH_PROMISE, END_HEADERS, 1, Buffer.concat([uint32(2), block(GET)]))],
    is: 'ended',
  },
  { name: '6.7: PING of a stream', frames: [frame(PING, 0, 1, '12345678')], is: 'ended' },
  { name: '6.7: PING of an invalid length', frames: [frame(PING, 0, 0, '1234')], is: 'ended' },
  {
    name: '6.8: GOAWAY of a stream',
    frames: [frame(GOAWAY, 0, 1, Buffer.concat([uint32(0), uint32(0)]))],
    is: 'ended',
  },
  { name: '6.9: WINDOW_UPDATE of 0', frames: [frame(WINDOW_UPDATE, 0, 0, uint32(0))], is: 'ended' },
  { name: '6.9: WINDOW_UPDATE of an invalid length', frames: [frame(WINDOW_UPDATE, 0, 0, 'abc')], is: 'ended' },
  {
    name: '6.9.1: a window that grows beyond 2^31-1',
    frames: [frame(WINDOW_UPDATE, 0, 0, uint32(0x7fff_ffff)), frame(WINDOW_UPDATE, 0, 0, uint32(0x7fff_ffff))],
    is: 'ended',
  },
  {
    name: '6.10: CONTINUATION without HEADERS',
    frames: [frame(CONTINUATION, END_HEADERS, 1, block(GET))],
    is: 'ended',
  },
  {
    name: '6.10: CONTINUATION on another stream than its HEADERS',
    frames: [frame(HEADERS, END_STREAM, 1, block(GET)), frame(CONTINUATION, END_HEADERS, 3)],
    is: 'ended',
  },
  {
    name: '6.10: a block of headers in two frames',
    frames: [
      frame(HEADERS, END_STREAM, 1, block(GET.slice(0, 2))),
      frame(CONTINUATION, END_HEADERS, 1, block(GET.slice(2))),
    ],
    is: 'answered',
  },
  { name: '8.1: a second block of headers on a stream that has ended', frames: [get(), get()], is: 'ended' },
  {
    name: '8.1.1: a body that is shorter than its content-length',
    frames: [post(['content-length', '9']), frame(DATA, END_STREAM, 1, 'body')],
    is: 'refused',
  },
  {
    name: '8.1.1: a body that is longer than its content-length',
    frames: [post(['content-length', '2']), frame(DATA, END_STREAM, 1, 'body')],
    is: 'refused',
  },
  { name: '8.1.1: a content-length without a body', frames: [get(['content-length', '4'])], is: 'refused' },
  {
    name: '8.1.1: two lengths',
    frames: [post(['content-length', '4'], ['content-length', '5']), frame(DATA, END_STREAM, 1, 'body')],
    is: 'refused',
  },
  { name: '8.2.1: a header name with capital letters', frames: [get(['X-A', 'b'])], is: 'refused' },
  { name: '8.2.1: a header name with a space', frames: [get(['x a', 'b'])], is: 'dropped' },
  { name: '8.2.1: a header name with a colon inside', frames: [get(['x:a', 'b'])], is: 'dropped' },
  { name: '8.2.1: a header value with a line break', frames: [get(['x-a', 'b\r\nx-b: c'])], is: 'dropped' },
  { name: '8.2.1: a header value with a null byte', frames: [get(['x-a', 'b\0c'])], is: 'dropped' },
  { name: '8.2.2: Connection', frames: [get(['connection', 'keep-alive'])], is: 'refused' },
  {
    name: '8.2.2: Transfer-Encoding',
    frames: [post(['transfer-encoding', 'chunked']), frame(DATA, END_STREAM, 1, '0\r\n\r\n')],
    is: 'refused',
  },
  { name: '8.2.2: Upgrade', frames: [get(['upgrade', 'h2c'])], is: 'refused' },
  { name: '8.2.2: a header TE with another value than trailers', frames: [get(['te', 'gzip'])], is: 'refused' },
  { name: '8.2.2: TE of trailers', frames: [get(['te', 'trailers'])], is: 'answered' },
  {
    name: '8.3: a pseudo-header behind a header',
    frames: [of(...GET.slice(0, 3), ['x-a', 'b'], GET[3])],
    is: 'refused',
  },
  { name: '8.3: an unknown pseudo-header', frames: [of(...GET, [':a', 'b'])], is: 'refused' },
  { name: '8.3: one of an answer', frames: [of(...GET, [':status', '200'])], is: 'refused' },
  {
    name: '8.3: a pseudo-header in trailers',
    frames: [post(), frame(HEADERS, WHOLE, 1, block([[':path', '/b']]))],
    is: 'refused',
  },
  { name: '8.3.1: no method', frames: [of(...GET.slice(1))], is: 'refused' },
  { name: '8.3.1: no scheme', frames: [of(GET[0], GET[2], GET[3])], is: 'refused' },
  { name: '8.3.1: no path', frames: [of(GET[0], GET[1], GET[3])], is: 'refused' },
  { name: '8.3.1: an empty path', frames: [of(GET[0], GET[1], [':path', ''], GET[3])], is: 'refused' },
  { name: '8.3.1: two paths', frames: [get([':path', '/b'])], is: 'refused' },
  { name: '8.3.1: two methods', frames: [of([':method', 'PUT'], ...GET)], is: 'refused' },
  {
    name: '8.3.1: if :authority and host differ, :authority counts',
    frames: [get(['host', 'y'])],
    is: 'answered',
  },
  {
    name: '10.5: ten thousand PINGs',
    frames: [...Array.from({ length: 10_000 }, () => frame(PING, 0, 0, '12345678')), get()],
    is: 'ended',
  },
  {
    name: '10.5: streams that are opened and reset at once',
    frames: Array.from({ length: 20_000 }, (_, i) => [
      frame(HEADERS, WHOLE, 2 * i + 1, block(GET)),
      frame(RST_STREAM, 0, 2 * i + 1, uint32(8)),
    ]).flat(),
    is: 'ended',
  },
  {
    name: '10.5.1: a block of headers without an end',
    frames: [
      frame(HEADERS, END_STREAM, 1, block(GET)),
      ...Array.from({ length: 200 }, (_, i) => frame(CONTINUATION, 0, 1, block([[`x-${i}`, 'b'.repeat(1_000)]]))),
    ],
    is: 'ended',
  },
]
