import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { NO_CHROMIUM, openChromium, SKIPPED } from '../browser/chromium.ts'
import { newFolder, startScript, write } from '../create/written.ts'
import { PROGRAM_LIMIT } from '../limits.ts'
import { type Noticeboard, newData, startNoticeboard } from '../noticeboard/noticeboard.ts'
import { Visit } from '../noticeboard/visit.ts'
import { freePort } from '../run-program.ts'
import { comparePicture, VIEWPORT } from './picture.ts'

describe.skipIf(NO_CHROMIUM !== undefined)(`the pictures of the tutorial show pages that exist${SKIPPED}`, () => {
  const browsers: BrowserContext[] = []
  const data = newData()
  let board: Noticeboard

  async function somebody(): Promise<Visit> {
    const browser = await openChromium({ viewport: VIEWPORT, colorScheme: 'light' })
    browsers.push(browser)
    const page = browser.pages()[0] ?? (await browser.newPage())
    page.setDefaultTimeout(PROGRAM_LIMIT)
    return new Visit(page, board.url)
  }

  beforeAll(async () => {
    board = await startNoticeboard(data.env)
  })

  afterAll(async () => {
    for (const browser of browsers) await browser.close()
    board.program.stop()
    expect(await board.program.ended).toBe(0)
    data.remove()
  })

  test('each picture of the noticeboard shows a page with the heading that its alternative text names', async () => {
    const ada = await somebody()
    await ada.askToSignUp('Ada')
    await ada.fill({ 'Your name': 'Ada', Password: 'short' })
    await ada.press('Make the account')
    await ada.page.getByText('Take 12 characters or more').waitFor()
    await comparePicture(ada.page, 'sign-up')

    await ada.signUp('Ada')
    const bob = await somebody()
    await bob.signUp('Bob')
    await ada.found('Red Team')
    await ada.found('Kitchen & Garden')
    await ada.open('/')
    await comparePicture(ada.page, 'teams')
    await ada.open('/teams/kitchen-garden-2/members')
    await ada.fill({ 'E-mail': 'bob@site.example' })
    await ada.press('Invite')
    await ada.page.getByText('We have written to bob@site.example.').waitFor()
    await bob.openMail('bob@site.example')
    await bob.press('Join it')
    await bob.page.getByRole('heading', { name: 'Kitchen & Garden', level: 1 }).waitFor()

    await ada.open('/teams/kitchen-garden-2')
    await ada.write('Who waters the tomatoes?', 'I am away from Monday on.')
    await ada.follow('Write a notice')
    await ada.fill({ Title: 'The kettle is new', Text: 'It whistles.\nIts manual is below.' })
    const manual = { name: 'manual.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(120_000) }
    await ada.page.getByLabel('Files, 10 MB together').setInputFiles(manual)
    await ada.press('Put it up')
    await ada.page.getByText('It is on the board.').waitFor()
    await ada.follow('The kettle is new')
    await comparePicture(ada.page, 'notice')

    await ada.open('/admin')
    await comparePicture(ada.page, 'admin')
    await ada.open('/api/docs')
    await ada.page.getByText('Puts a notice on the board').first().waitFor()
    await comparePicture(ada.page, 'api')

    await ada.open('/teams/kitchen-garden-2')
    await bob.open('/teams/kitchen-garden-2')
    await bob.write('Tea at four', 'Bring a cup.')
    await ada.page.getByRole('link', { name: 'Tea at four' }).waitFor()
    await comparePicture(ada.page, 'board')

    await ada.open('/none')
    await comparePicture(ada.page, 'not-found')
  })

  test('the picture of the created application shows the heading that its alternative text names', async () => {
    const folder = newFolder()
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    await write(folder, 'my-app', [])
    const port = String(await freePort())
    await startScript(join(folder, 'my-app'), 'start', { PORT: port }).waitFor(/Listening/)
    const { page } = await somebody()
    await page.goto(`http://localhost:${port}`)
    await comparePicture(page, 'created')
  })
})
