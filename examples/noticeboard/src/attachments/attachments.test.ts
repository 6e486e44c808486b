import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Visitor } from '@app/testing'
import { expect, test } from 'vitest'
import { notice, noticeboard } from '../../test/noticeboard.ts'

async function red() {
  const board = await noticeboard()
  const ada = await board.person('Ada')
  await ada.post('/teams', { name: 'Red' })
  return { ...board, ada }
}

/** Writes a notice with files. */
function upload(visitor: Visitor, ...files: readonly File[]): Promise<Page> {
  return visitor.post('/teams/red-1/notices', notice('Plans', '', files))
}

const FIRST = '/teams/red-1/notices/1/attachments/1'

test('a file is downloaded as it was uploaded, whole or in parts', async () => {
  const { ada } = await red()
  expect((await upload(ada, new File(['0123456789'], 'plan.txt', { type: 'text/plain' }))).status).toBe(303)
  expect((await ada.get('/teams/red-1/notices/1')).body).toContain(`<a href="${FIRST}">plan.txt</a>`)
  const { body: text, headers } = await ada.get(FIRST)
  expect(text).toBe('0123456789')
  expect(headers.get('content-type')).toBe('text/plain')
  const part = await ada.request(FIRST, { headers: { range: 'bytes=2-4' } })
  expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])
})

test('a notice may have no file, one or several', async () => {
  const { ada, folder } = await red()
  await upload(ada, new File([], ''))
  expect((await ada.get('/teams/red-1/notices/1')).body).not.toContain('Files')
  await upload(ada, new File(['a'], 'a'), new File(['b'], 'b'))
  expect(readdirSync(folder)).toHaveLength(2)
})

test.each([
  ['../../etc/passwd', 'attachment; filename=passwd'],
  ['evil.html', 'attachment; filename=evil.html'],
  ['photo\u202egpj.exe', 'attachment; filename=photogpj.exe'],
  ['a"\r\nset-cookie: x=1', /^attachment; filename="?a[^\r\n]*$/],
  ['\u00dcbersicht.pdf', "attachment; filename=Ubersicht.pdf; filename*=UTF-8''%C3%9Cbersicht.pdf"],
])('a file called %j is sent as a download with a harmless name', async (name, disposition) => {
  const { ada, folder } = await red()
  await upload(ada, new File(['<script>alert(1)</script>'], name, { type: 'text/html' }))
  const { headers } = await ada.get(FIRST)
  expect(headers.get('content-disposition')).toEqual(
    typeof disposition === 'string' ? disposition : expect.stringMatching(disposition),
  )
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('set-cookie')).toBeNull()
  expect((await ada.get('/teams/red-1/notices/1')).body).not.toContain('<script>')
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)])
})

test('a file uploaded with an unsafe media type is sent as application/octet-stream', async () => {
  const { ada } = await red()
  await upload(ada, new File(['x'], 'x', { type: 'text/html; charset=utf-7' }))
  expect((await ada.get(FIRST)).headers.get('content-type')).toBe('application/octet-stream')
})

test('no file of a form with mistakes is kept', async () => {
  const { ada, folder } = await red()
  const { status } = await ada.post('/teams/red-1/notices', notice('', '', [new File(['x'], 'x')]))
  expect(status).toBe(422)
  await expect.poll(() => readdirSync(folder)).toEqual([])
})

test('only members of the team can download a file, and only by the path of the notice that has the file', async () => {
  const { ada, person } = await red()
  await upload(ada, new File(['secret'], 'plan.txt'))
  await upload(ada)
  const bob = await person('Bob')
  expect((await bob.get(FIRST)).status).toBe(404)
  expect((await ada.get('/teams/red-1/notices/2/attachments/1')).status).toBe(404)
})

test('files of 10 MB together, the size that the form names, are accepted', async () => {
  const { ada } = await red()
  expect((await ada.get('/teams/red-1/write')).body).toContain('Files, 10 MB together')
  const half = () => new File([new Uint8Array(5_000_000)], 'half')
  const text = 'ä'.repeat(10_000)
  expect((await ada.post('/teams/red-1/notices', notice('Plans', text, [half(), half()]))).status).toBe(303)
  expect((await ada.get('/teams/red-1/notices/1')).body).toContain('5000 kB')
})

test('a file that is too large is refused, and no part of it is kept', async () => {
  const { ada, folder } = await red()
  expect((await upload(ada, new File([new Uint8Array(11_000_000)], 'large'))).status).toBe(413)
  expect(readdirSync(folder)).toEqual([])
  expect((await ada.get('/teams/red-1/notices/1')).status).toBe(404)
})

test('the file of a deleted notice is removed once it is an hour old, since a newer file may be of an upload under way', async () => {
  const { ada, folder, container } = await red()
  await upload(ada, new File(['old'], 'a'))
  const [first = ''] = readdirSync(folder)
  await upload(ada, new File(['new'], 'b'))
  await ada.post('/teams/red-1/notices/1/remove')
  const attachments = container.get('noticeboard/attachments')
  expect(await attachments.tidy()).toBe(0)
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 0, 0)
  expect(await attachments.tidy()).toBe(1)
  expect(readdirSync(folder)).not.toContain(first)
  expect(readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8')).toBe('new')
})
