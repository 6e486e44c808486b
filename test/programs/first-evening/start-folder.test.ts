import { expect, test } from 'vitest'
import { manifest, run } from './newcomer.ts'

const PROGRAM = `
import { AppFactory, text } from '@app/core'
const app = await AppFactory.create()
app.get('/', () => text(app.describe().router.name))
console.log(await (await app.request('/')).text())
`

test.each(['shop/main.js', 'shop/main'])(
  'node %s, started in the folder around shop, finds the router that is installed in shop',
  async (entry) => {
    const files = { 'package.json': '{}', 'shop/package.json': manifest('router-find-my-way'), 'shop/main.js': PROGRAM }
    expect(await run(files, entry)).toEqual({ said: 'FindMyWayRouter\n', code: 0 })
  },
)
