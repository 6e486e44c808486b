import { expect, test } from 'vitest'
import { formatEvent } from './server-event.ts'

test.each([
  [{ data: 'x' }, 'data: x\n\n'],
  [{ data: '' }, 'data: \n\n'],
  [{ data: ' x' }, 'data:  x\n\n'],
  [{ data: 'a\nb\r\nc\rd\n' }, 'data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n'],
  [{ data: 'a\n\nid: 7\n\ndata: b' }, 'data: a\ndata: \ndata: id: 7\ndata: \ndata: data: b\n\n'],
  [{ data: { a: ['ü', null, 'a\nb'] } }, 'data: {"a":["ü",null,"a\\nb"]}\n\n'],
  [{ data: null }, 'data: null\n\n'],
  [{ data: 7 }, 'data: 7\n\n'],
  [{ event: 'note', id: 'ä 7', retry: 500, data: 'x' }, 'event: note\nid: ä 7\nretry: 500\ndata: x\n\n'],
  [{ id: 7 }, 'id: 7\n\n'],
  [{ id: '' }, 'id: \n\n'],
  [{ retry: 0, data: undefined }, 'retry: 0\n\n'],
])('the event %j is sent as %j', (event, sent) => {
  expect(formatEvent(event)).toBe(sent)
})

test.each([
  [{ id: '7\ndata: forged', data: 'x' }, '"id" must be a string without line breaks, got "7\\ndata: forged"'],
  [{ id: '7\r', data: 'x' }, '"id" must be a string without line breaks, got "7\\r"'],
  [
    { event: 'note\n\ndata: forged', data: 'x' },
    '"event" must be a string without line breaks, got "note\\n\\ndata: forged"',
  ],
  [{ event: 7, data: 'x' }, '"event" must be a string without line breaks, got 7'],
  [{ id: '7\0', data: 'x' }, '"id" has a NUL, which makes clients ignore it: "7\\u0000"'],
  [{ event: 'note' }, `the event "note" has no "data", so clients drop it. Write data: '' for none`],
  [{ retry: 0.5 }, '"retry" must be an integer of milliseconds, got 0.5'],
  [{ retry: -1 }, '"retry" must be an integer of milliseconds, got -1'],
  [{ data: () => 1 }, '"data" must be a string or JSON, got a function'],
  [{ data: Promise.resolve(1) }, '"data" must be a string or JSON, got a promise: await it'],
  [{ data: 'x', evnt: 'note' }, 'an event has no "evnt", it has data, event, id, retry'],
  ['x', 'an event is an object, got "x". Write yield { data: … }'],
  [undefined, 'an event is an object, got undefined'],
])('formatEvent() refuses %j with an error that says what is wrong in it', (event, message) => {
  expect(() => formatEvent(event)).toThrow(message)
})
