import { linkUrl, onceLinks } from '@app/authentication'
import { hashPassword } from '@app/authentication/passwords'
import { Application, html, redirect, text } from '@app/core'
import { csrf } from '@app/csrf'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { accounts, changePassword } from './accounts.ts'
import { sendMail } from './mail.ts'

const links = onceLinks({
  secret: process.env.APP_SECRET,
  purposes: { 'reset-password': 3_600 },
  version: (id) => accounts.get(id)?.version,
})

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(csrf())

app.post('/forgotten', async (request) => {
  const email = (await request.formData()).get('email')
  const account = [...accounts.values()].find((one) => one.email === email)
  if (account) {
    const token = await links.create({ purpose: 'reset-password', subject: account.id })
    sendMail(account.email, linkUrl('https://www.site.example/reset-password', token))
  }
  return text('If the address has an account, a mail is on its way.')
})

app.get('/reset-password', async (request) => {
  const link = await links.find(request, 'reset-password')
  return link.isValid ? form('') : gone()
})

app.post('/reset-password', async (request) => {
  const password = String((await request.formData()).get('password'))
  if (password.length < 12) return form('Take 12 characters or more.')
  const hash = await hashPassword(password)
  const link = await links.use(request, 'reset-password')
  return link.isValid && changePassword(link.subject, link.version, hash) ? redirect('/log-in', 303) : gone()
})

function form(problem: string): Response {
  const status = problem === '' ? 200 : 422
  return html(`${problem}<form method="post"><input name="password" type="password"><button>`, { status })
}

const gone = () => text('This link was used already, or is too old. Ask for another one.', { status: 410 })

export default app
