import { parse } from 'content-disposition'
import { expect, test } from 'vitest'
import { attachment, inline, plainFileName } from './index.ts'

/**
 * Cases from the tests of the library content-disposition 2. The results differ from those of the library only in the
 * ASCII name (`filename`) for a name beyond ASCII.
 */
test.each([
  ['plans.pdf', 'attachment; filename=plans.pdf'],
  ['the "plans".pdf', 'attachment; filename="the \\"plans\\".pdf"'],
  ['the%20plans.pdf', "attachment; filename=the%20plans.pdf; filename*=UTF-8''the%2520plans.pdf"],
  ["€'*%().pdf", `attachment; filename="_'*%().pdf"; filename*=UTF-8''%E2%82%AC%27%2A%25%28%29.pdf`],
  ['foo-ä.html', "attachment; filename=foo-a.html; filename*=UTF-8''foo-%C3%A4.html"],
  ['«plans».pdf', "attachment; filename=_plans_.pdf; filename*=UTF-8''%C2%ABplans%C2%BB.pdf"],
  [
    'the "plans" (1µ).pdf',
    `attachment; filename="the \\"plans\\" (1_).pdf"; filename*=UTF-8''the%20%22plans%22%20%281%C2%B5%29.pdf`,
  ],
  ['планы.pdf', "attachment; filename=_____.pdf; filename*=UTF-8''%D0%BF%D0%BB%D0%B0%D0%BD%D1%8B.pdf"],
  [
    '£ and € rates.pdf',
    `attachment; filename="_ and _ rates.pdf"; filename*=UTF-8''%C2%A3%20and%20%E2%82%AC%20rates.pdf`,
  ],
  ['€%20£.pdf', "attachment; filename=_%20_.pdf; filename*=UTF-8''%E2%82%AC%2520%C2%A3.pdf"],
  [
    'Große Übersicht.pdf',
    `attachment; filename="Grosse Ubersicht.pdf"; filename*=UTF-8''Gro%C3%9Fe%20%C3%9Cbersicht.pdf`,
  ],
  [undefined, 'attachment'],
])('attachment() returns, for the name %j, the header value %s; inline() differs in the type alone', (name, header) => {
  expect(attachment(name)).toBe(header)
  expect(inline(name)).toBe(header.replace('attachment', 'inline'))
  expect(new Headers({ 'content-disposition': header }).get('content-disposition')).toBe(header)
})

/**
 * Names with a path, with white space around them or with characters that no client should get, and an emoji whose
 * invisible joiners have to stay.
 */
test.each([
  ['/path/to/plans.pdf', 'plans.pdf'],
  ['\\path\\to\\plans.pdf', 'plans.pdf'],
  ['C:\\path\\to\\plans.pdf', 'plans.pdf'],
  ['/path/to/plans.pdf///', 'plans.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['a\n/b', 'b'],
  ['plans.pdf"\r\nset-cookie: x=1', 'plans.pdf"set-cookie: x=1'],
  ['a\0b\x7fc\x85d', 'abcd'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['a\u2066b\u200ec\u061cd\ufeff', 'abcd'],
  ['\ud800.pdf', '\ufffd.pdf'],
  ['  plans.pdf ', 'plans.pdf'],
  ['👩‍👩‍👧.png', '👩‍👩‍👧.png'],
])('attachment() sends the name %j as %j, and a parser reads that name from the header', (name, left) => {
  const header = attachment(name)
  expect(plainFileName(name)).toBe(left)
  expect(parse(header).parameters.filename).toBe(left)
  expect(header).toMatch(/^[\x20-\x7e]+$/)
})

test.each(['', '.', '..', '/', 'a/..', '\r\n', '\u202e', ' '])('attachment() sends no file name for %j', (name) => {
  expect([attachment(name), plainFileName(name)]).toEqual(['attachment', undefined])
})

test('attachment() takes linear time for a long path', () => {
  expect(attachment(`${'/ '.repeat(200_000)}x${' /'.repeat(200_000)}y`)).toBe('attachment; filename=y')
  expect(attachment(`${' '.repeat(400_000)}x`)).toBe('attachment; filename=x')
})

test('attachment() and inline() refuse a name that is not a string', () => {
  expect(() => attachment(null as unknown as string)).toThrow('attachment(): the file name is a string, got null')
  expect(() => inline(7 as unknown as string)).toThrow('inline(): the file name is a string, got number')
})
