import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemsOf } from '../browser/axe.ts'
import { NO_CHROMIUM, openChromium, SKIPPED } from '../browser/chromium.ts'
import { PROGRAM_LIMIT } from '../limits.ts'
import { type Noticeboard, newData, startNoticeboard } from './noticeboard.ts'
import { PASSWORD, Visit } from './visit.ts'

/**
 * A browser with scripts and one without. Users can do the same in both, except to search while they type, to get news
 * without a reload, and to read the description of the API.
 */
const VISITORS = [
  { how: 'with JavaScript', options: {} },
  {
    how: 'without JavaScript, on a phone',
    options: { javaScriptEnabled: false, viewport: { width: 400, height: 800 } },
  },
]

describe.skipIf(NO_CHROMIUM !== undefined).each(VISITORS)(
  `the noticeboard in a browser $how${SKIPPED}`,
  ({ options }) => {
    const data = newData()
    let board: Noticeboard
    const browsers: BrowserContext[] = []

    /**
     * Opens a browser for one more person. `said` has the uncaught errors of its page and the messages of its console,
     * except those about answers with a status of 4xx.
     */
    async function somebody(): Promise<Visit & { readonly said: string[] }> {
      const browser = await openChromium(options)
      browsers.push(browser)
      const page = browser.pages()[0] ?? (await browser.newPage())
      page.setDefaultTimeout(PROGRAM_LIMIT)
      const said: string[] = []
      page.on('console', (message) => /status of 4/.test(message.text()) || said.push(message.text()))
      page.on('pageerror', (error) => said.push(String(error)))
      return Object.assign(new Visit(page, board.url), { said })
    }

    let ada: Awaited<ReturnType<typeof somebody>>

    beforeAll(async () => {
      board = await startNoticeboard({ ...data.env })
      ada = await somebody()
    })

    afterAll(async () => {
      for (const browser of browsers) await browser.close()
      board?.program.stop()
      expect(await board?.program.ended).toBe(0)
      data.remove()
    })

    test('a visitor sees the mistakes in the sign-up form, and then signs up', async () => {
      await ada.open('/')
      expect(await ada.title()).toBe('Log in')
      await ada.follow('Sign up')
      expect(await ada.title()).toBe('Sign up')
      await ada.askToSignUp('Ada')
      await ada.fill({ 'Your name': 'Ada', Password: 'short' })
      await ada.press('Make the account')
      await ada.page.getByText('Take 12 characters or more').waitFor()
      expect(await ada.page.getByLabel('Your name').inputValue()).toBe('Ada')
      await ada.fill({ Password: PASSWORD })
      await ada.press('Make the account')
      await ada.page.getByRole('heading', { name: 'Your teams' }).waitFor()
    })

    test('a user founds a team, writes notices, finds one again, and takes it down', async () => {
      await ada.found('Küche & <Garten>')
      for (let number = 1; number <= 10; number++) await ada.send('k%C3%BCche-garten-1', `Notice ${number}`)
      await ada.write('Notice 11', 'Two\nlines')
      expect(await ada.notices()).toHaveLength(10)
      await ada.follow('Older')
      expect(await ada.notices()).toEqual(['Notice 1'])
      await ada.fill({ Search: 'notice 11' })
      await ada.press('Find')
      expect(await ada.notices()).toEqual(['Notice 11'])
      await ada.follow('Notice 11')
      expect(await ada.title()).toBe('Notice 11')
      await ada.press('Take it down')
      await ada.page.getByText('“Notice 11” is taken down.').waitFor()
      expect(await ada.notices()).toHaveLength(10)
    })

    test('in a browser with scripts, the board searches while the user types', async () => {
      const { page } = ada
      await ada.open('/teams/k%C3%BCche-garten-1')
      await page.getByLabel('Search').pressSequentially('notice 1')
      if ('javaScriptEnabled' in options) return
      await page.getByText('2 found.').waitFor()
      expect(await ada.notices()).toEqual(['Notice 10', 'Notice 1'])
      await ada.follow('Notice 1')
      expect(await ada.title()).toBe('Notice 1')
      await page.goBack()
      await page.getByText('2 found.').waitFor()
      expect(await page.getByLabel('Search').inputValue()).toBe('notice 1')
      await page.getByLabel('Search').fill('')
      await page.getByText('10 found.').waitFor()
      expect(await ada.notices()).toHaveLength(10)
      expect(ada.said).toEqual([])
    })

    test('an invited user joins the team, and can read its notices', async () => {
      const bob = await somebody()
      await bob.signUp('Bob')
      await ada.open('/')
      await ada.follow('Küche & <Garten>')
      await ada.follow('Members')
      await ada.fill({ 'E-mail': 'bob@site.example' })
      await ada.press('Invite')
      await ada.page.getByText('We have written to bob@site.example.').waitFor()
      await bob.openMail('bob@site.example')
      expect(await bob.title()).toBe('The team Küche & <Garten> invites you')
      await bob.press('Join it')
      await bob.page.getByRole('heading', { name: 'Küche & <Garten>', level: 1, exact: true }).waitFor()
      await bob.open('/')
      await bob.follow('Küche & <Garten>')
      expect(await bob.notices()).toContain('Notice 10')
      expect(bob.said).toEqual([])
    })

    test('the board shows notices of other users as they are written, or after a reload if the browser has no scripts', async () => {
      const bob = await somebody()
      await bob.logIn('Bob')
      await bob.follow('Küche & <Garten>')
      await ada.open('/teams/k%C3%BCche-garten-1')
      await ada.write('<b>Hot</b> news', '')
      if ('javaScriptEnabled' in options) await bob.page.reload()
      await bob.page.getByRole('link', { name: '<b>Hot</b> news', exact: true }).waitFor()
      expect((await bob.notices())[0]).toBe('<b>Hot</b> news')
      expect(bob.said).toEqual([])
    })

    test('a user attaches a file to a notice, and downloads it', async () => {
      await ada.open('/teams/k%C3%BCche-garten-1/write')
      await ada.fill({ Title: 'Plans', Text: '' })
      const file = { name: 'Übersicht.txt', mimeType: 'text/plain', buffer: Buffer.from('Ten lines.') }
      await ada.page.getByLabel('Files').setInputFiles([file])
      await ada.press('Put it up')
      await ada.follow('Plans')
      const coming = ada.page.waitForEvent('download')
      await ada.follow('Übersicht.txt')
      const download = await coming
      expect(download.suggestedFilename()).toBe('Übersicht.txt')
      expect(readFileSync(await download.path(), 'utf8')).toBe('Ten lines.')
    })

    test('an admin makes another user an admin, and then a member again', async () => {
      await ada.open('/')
      await ada.follow('Admin')
      await ada.press('Make Bob an admin')
      await ada.page.getByText('The role is changed.').waitFor()
      await ada.press('Make Bob a member')
      await ada.page.getByText('The role is changed.').waitFor()
    })

    test('in a browser with scripts, a user reads the description of the API', async () => {
      await ada.open('/api/docs')
      if ('javaScriptEnabled' in options) return
      await ada.page.getByText('The teams of who asks').waitFor()
      expect(ada.said).toEqual([])
    })

    test('a user changes the password, logs out, and can log in again with the new password alone', async () => {
      await ada.open('/')
      await ada.follow('Ada')
      await ada.fill({ 'Your password of today': PASSWORD, 'A new one': 'a new horse altogether' })
      await ada.press('Change it')
      await ada.page.getByText('Your password is changed.').waitFor()
      await ada.press('Log out')
      await ada.logIn('Ada')
      await ada.page.getByText('The address or the password is wrong.').waitFor()
      await ada.logIn('Ada', 'a new horse altogether')
      await ada.page.getByRole('heading', { name: 'Your teams' }).waitFor()
    })

    test('a notice can be written by the keyboard, without a pointer', async () => {
      const { page } = ada
      await ada.open('/teams/k%C3%BCche-garten-1')
      await page.keyboard.press('Tab')
      expect(await focused(page)).toBe('Skip to content')
      await tabTo(page, 'Write a notice')
      await page.keyboard.press('Enter')
      await page.getByLabel('Title').waitFor()
      await tabTo(page, 'title')
      await page.keyboard.type('By keyboard')
      await page.keyboard.press('Enter')
      await page.getByText('It is on the board.').waitFor()
      expect((await ada.notices())[0]).toBe('By keyboard')
    })

    test('every page fits its window, and axe finds no problem of accessibility in light and in dark', async () => {
      const board = '/teams/k%C3%BCche-garten-1'
      const found: unknown[] = []
      for (const path of [
        '/',
        board,
        `${board}?search=nothing`,
        `${board}/write`,
        `${board}/notices/1`,
        `${board}/members`,
        '/password',
        '/admin',
        '/none',
        '/log-in',
        '/sign-up',
      ]) {
        await ada.open(path)
        const width = await ada.page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        if (width !== 0) found.push(`${path} is ${width} px too wide`)
        // axe is a script, so it examines the pages only in the browser with scripts, which shows the same pages.
        if ('javaScriptEnabled' in options) continue
        found.push(...(await problemsOf(ada.page)).map((problem) => `${path} ${problem}`))
      }
      expect(found).toEqual([])
      expect(ada.said).toEqual([])
    })
  },
)

/** The element that has the focus, by its text or its id. */
function focused(page: Page): Promise<string> {
  return page.evaluate<string>('(document.activeElement.id || document.activeElement.innerText).trim()')
}

async function tabTo(page: Page, what: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if ((await focused(page)) === what) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${what} cannot be reached by the keyboard`)
}
