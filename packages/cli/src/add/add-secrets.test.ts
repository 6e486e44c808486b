import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { project } from '../project.test.helper.ts'
import { addSecrets } from './add-secrets.ts'

const KEY = 'AUDIT_KEY_OF_THE_TEST'

test.skipIf(process.platform === 'win32')(
  'only the user who runs app add may read a new .env, and an existing .env keeps its mode',
  () => {
    const modeOf = (root: string) => (statSync(join(root, '.env')).mode & 0o777).toString(8)
    const [fresh, existing] = [project({}), project({ '.env': 'PORT=1\n' })]
    const before = modeOf(existing)
    for (const root of [fresh, existing]) expect(addSecrets([KEY], root, false)).toEqual([KEY])
    expect([modeOf(fresh), modeOf(existing)]).toEqual(['600', before])
  },
)

test.each([`${KEY}=own\n`, `\uFEFF${KEY}=own\n`])('app add keeps the value that a secret has in the .env %j', (own) => {
  const root = project({ '.env': own })
  expect(addSecrets([KEY], root, false)).toEqual([])
  expect(readFileSync(join(root, '.env'), 'utf8')).toBe(own)
})

test('app add writes no value for a secret that the environment has', () => {
  process.env[KEY] = 'own'
  onTestFinished(() => void delete process.env[KEY])
  const root = project({})
  expect(addSecrets([KEY], root, false)).toEqual([])
  expect(existsSync(join(root, '.env'))).toBe(false)
})
