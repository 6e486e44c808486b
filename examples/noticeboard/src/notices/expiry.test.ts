import { expect, test } from 'vitest'
import { noticeboard } from '../../test/noticeboard.ts'

test('the chores of the janitor remove old notices, and nothing else', async () => {
  const { container, person } = await noticeboard()
  const ada = await person('Ada')
  await ada.post('/teams', { name: 'Red' })
  for (const title of ['Old', 'New']) await ada.send('/teams/red-1/notices', { title, text: '' })
  const database = container.get('noticeboard/database')
  database.run("UPDATE notices SET written = unixepoch() - 91 * 86400 WHERE title = 'Old'")
  const done = await container.get('noticeboard/janitor').round()
  expect(done).toMatchObject({ 'noticeboard/expiry': 1 })
  const { text } = await ada.get('/teams/red-1')
  expect([text.includes('>Old<'), text.includes('>New<')]).toEqual([false, true])
})
