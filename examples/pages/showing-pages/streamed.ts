import { Application, html } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { markup } from '@app/view'

/** The output of a slow service, line by line. */
async function* report(): AsyncGenerator<string> {
  yield 'All is well.'
  yield 'Nothing <else>.'
}

export const streamed: Application = new Application({ router: new FindMyWayRouter() })
streamed.get('/report', () => {
  async function* rows() {
    for await (const line of report()) yield markup`<li>${line}</li>`
  }
  return html(markup`<h1>Report</h1><ul>${rows()}</ul>`)
})
streamed.get('/report/whole', async () => html(await markup`<p>${report()}</p>`.settled()))
