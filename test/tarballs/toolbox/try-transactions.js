import { Application, text } from '@app/core'
import { Rou3Router } from '@app/router-rou3'
import { afterCommit, TRANSACTION, transactionOf, transactions } from '@app/transactions'

/** Writes in transactions of a list: one is committed, two are rolled back, and one is repeated after a conflict. */
export async function tryTransactions() {
  const kept = []
  const mails = []
  const app = new Application({ router: new Rou3Router(), onError: () => undefined })
  const commit = ({ added }) => void kept.push(...added)
  app.pipe(transactions({ begin: () => ({ added: [] }), commit, rollback: () => undefined }))
  let runs = 0
  app
    .post('/{how}', (request) => {
      const { how } = request.params
      transactionOf(request).added.push(how)
      afterCommit(request, () => void mails.push(how))
      if (how === 'throws') throw new Error('broken')
      if (how === 'conflicts' && ++runs === 1) throw Object.assign(new Error('busy'), { code: '40001' })
      return text(how, { status: how === 'refuses' ? 409 : 200 })
    })
    .set(TRANSACTION, { retry: 1 })
  const statuses = []
  for (const how of ['works', 'refuses', 'throws', 'conflicts']) {
    const answer = await app.fetch(new Request(`https://localhost/${how}`, { method: 'POST' }))
    statuses.push(answer.status)
  }
  return [statuses.join(), kept.join(), mails.join()]
}
