import { JOBS_SERVICE } from '@app/jobs'
import { expect, test } from 'vitest'
import { notice, noticeboard } from '../../test/noticeboard.ts'
import { housekeeping } from '../housekeeping/housekeeping.ts'

test('housekeeping removes old notices, and nothing else', async () => {
  const { container, person } = await noticeboard()
  const ada = await person('Ada')
  await ada.post('/teams', { name: 'Red' })
  for (const title of ['Old', 'New']) await ada.post('/teams/red-1/notices', notice(title))
  const database = container.get('noticeboard/database')
  database.run("UPDATE notices SET written = unixepoch() - 91 * 86400 WHERE title = 'Old'")
  await container.get(JOBS_SERVICE).add(housekeeping)
  const { body: text } = await ada.get('/teams/red-1')
  expect([text.includes('>Old<'), text.includes('>New<')]).toEqual([false, true])
})
