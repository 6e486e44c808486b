import { expect, test } from 'vitest'
import { createPathForm, expandOptional } from '../adapter.ts'
import { Route } from '../index.ts'

function formsOf(path: string) {
  const route = new Route(path, undefined)
  return expandOptional(route.segments).map((segments) => createPathForm(route, segments))
}

test('a PathForm (a path with some of its optional parts) matches whole paths only, and reads the values of its placeholders', () => {
  const [form] = formsOf('/a/f-{id}.html/{name}')
  expect(form?.pattern.test('/a/f-7.html/x')).toBe(true)
  expect(form?.read('/a/f-7.html/%2561')).toEqual({ id: '7', name: '%61' })
  for (const path of ['/a/f-.html/x', '/A/f-7.html/x', '/a/f-7.html/x/', '/a/f-7.html/', '/a/f-7_html/x']) {
    expect(form?.pattern.test(path)).toBe(false)
  }
})

test('a route has one PathForm for each number of optional parts that a path may have', () => {
  const forms = formsOf('/a[/{b}[/{c}]]')
  expect(forms.map((form) => form.pattern.test('/a/1'))).toEqual([false, true, false])
})

test('a PathForm reads the value of a catch-all with its slashes, even if the value is empty', () => {
  const [form] = formsOf('/files/{rest...}')
  expect(form?.read('/files/a//b')).toEqual({ rest: 'a//b' })
  expect(form?.read('/files/')).toEqual({ rest: '' })
  expect(form?.pattern.test('/files')).toBe(false)
})

test('a PathForm does not match a value that the token of its placeholder refuses', () => {
  const [form] = formsOf('/a/{id:\\d+}')
  expect(form?.read('/a/7')).toEqual({ id: '7' })
  expect(form?.read('/a/x')).toBeUndefined()
})

test('a PathForm splits one segment into the values of several placeholders, in linear time', () => {
  const [form] = formsOf('/{a}-{b}-{c}-{d}.{e}/{f}')
  expect(form?.names).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  expect(form?.match('/1-2-3-4.5/6')).toEqual({ a: '1', b: '2', c: '3', d: '4', e: '5', f: '6' })
  for (const segment of ['-', '-.', '0-', '%2E-']) {
    expect(form?.match(`/${segment.repeat(100_000)}/6`)?.f).toBe(segment.includes('.') ? '6' : undefined)
  }
})

test('match() of a PathForm matches a path and reads its values in one call', () => {
  const [form] = formsOf('/a/{id:\\d+}/f-{name}')
  expect(form?.match('/a/7/f-x%20y')).toEqual({ id: '7', name: 'x y' })
  for (const path of ['/a/x/f-y', '/a/7/f-', '/a/7/f-x/', '/A/7/f-x', '/a/%FF/f-x']) {
    expect(form?.match(path)).toBeUndefined()
  }
})

test.each([
  ['/a/{b}', true, true],
  ['/a/{b:\\d+}', true, false],
  ['/a/f-{b}', false, true],
  ['/a//{b}', false, true],
  ['/a/{rest...}', false, true],
])('the PathForm of the path %s has the properties isBare: %s and isOpen: %s', (path, isBare, isOpen) => {
  expect(formsOf(path)[0]).toMatchObject({ isBare, isOpen, names: [path.includes('rest') ? 'rest' : 'b'] })
})

test('isOpen of a PathForm is false if the route has defaults, since these may be added to the values of the path', () => {
  const route = new Route('/a[/{b}]', undefined).setOptions({ defaults: { b: '1' } })
  const [short] = expandOptional(route.segments).map((segments) => createPathForm(route, segments))
  expect(short?.isOpen).toBe(false)
  expect(short?.match('/a')).toEqual({ b: '1' })
})
