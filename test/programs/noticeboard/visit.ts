import type { Page } from 'playwright-core'
import { linkTo } from './noticeboard.ts'

export const PASSWORD = 'correct horse battery'

/** The actions of people on the pages, by the labels, buttons and links that they see. */
export class Visit {
  readonly page: Page
  readonly #url: string

  constructor(page: Page, url: string) {
    this.page = page
    this.#url = url
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.#url + path)
  }

  async fill(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(fields)) await this.page.getByLabel(label, { exact: true }).fill(value)
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).click()
  }

  async follow(link: string): Promise<void> {
    await this.page.getByRole('link', { name: link, exact: true }).first().click()
  }

  async title(): Promise<string> {
    return (await this.page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  }

  /** The titles of the notices, from top to bottom. */
  async notices(): Promise<readonly string[]> {
    return this.page.locator('main .cards a').allInnerTexts()
  }

  /** Requests a link for signing up, and follows the link in the mail to the form for the account. */
  async askToSignUp(name: string): Promise<void> {
    const email = `${name.toLowerCase()}@site.example`
    await this.open('/sign-up')
    await this.fill({ 'E-mail': email })
    await this.press('Sign up')
    await this.page.getByText(`We have written to ${email}.`).waitFor()
    await this.openMail(email)
  }

  /** Opens the page of the link in the last mail to an address. */
  async openMail(email: string): Promise<void> {
    await this.open(await linkTo(email, this.#url))
  }

  async signUp(name: string): Promise<void> {
    await this.askToSignUp(name)
    await this.fill({ 'Your name': name, Password: PASSWORD })
    await this.press('Make the account')
    await this.page.getByRole('heading', { name: 'Your teams' }).waitFor()
  }

  async logIn(name: string, password: string = PASSWORD): Promise<void> {
    await this.open('/log-in')
    await this.fill({ 'E-mail': `${name.toLowerCase()}@site.example`, Password: password })
    await this.press('Log in')
  }

  async found(team: string): Promise<void> {
    await this.open('/')
    await this.fill({ 'Its name': team })
    await this.press('Found it')
    await this.page.getByRole('heading', { name: team, level: 1 }).waitFor()
  }

  /** Writes a notice by the API, without the pages that `write()` visits. */
  async send(team: string, title: string): Promise<void> {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const url = `${this.#url}/api/teams/${team}/notices`
    const { status, text } = await this.page.request
      .post(url, { headers, data: { title, text: '' } })
      .then(async (answer) => ({ status: answer.status(), text: await answer.text() }))
    if (status !== 201) throw new Error(`${title} is not written: ${status} ${text}`)
  }

  /** Writes a notice, from the board of a team. */
  async write(title: string, text: string): Promise<void> {
    await this.follow('Write a notice')
    await this.fill({ Title: title, Text: text })
    await this.press('Put it up')
    await this.page.getByText('It is on the board.').waitFor()
  }
}
