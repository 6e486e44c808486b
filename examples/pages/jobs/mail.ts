import { handlerFor, type Jobs, UnrecoverableError } from '@app/jobs'
import { database } from './database.ts'
import { remind, sendInvoice } from './descriptions.ts'

/** The part of nodemailer's transport that we use. */
export interface Mailer {
  sendMail(mail: { to: string; subject: string; text: string; messageId: string }): Promise<unknown>
}

export const sendInvoices = (mailer: Mailer) =>
  handlerFor(sendInvoice, async ({ order }, { id, signal }) => {
    // The process may have been killed after it sent the mail, and before the job was done.
    if (database.prepare('SELECT 1 FROM sent WHERE job = ?').get(id)) return
    const found = database.prepare('SELECT mail FROM orders WHERE id = ?').get(order)
    if (found === undefined) throw new UnrecoverableError(`There is no order ${order} any more.`)
    signal.throwIfAborted()
    await mailer.sendMail({
      to: found.mail as string,
      subject: `Your order ${order}`,
      text: 'Thank you.',
      // The same at each attempt, so that a mail server can tell that it has got this mail already.
      messageId: `<${id}@shop.example>`,
    })
    database.prepare('INSERT INTO sent VALUES (?)').run(id)
  })

/** Adds one job for each order, so that one address that refuses mail does not stop the others. */
export const remindAll = (queue: Jobs) =>
  handlerFor(remind, async (_data, { key }) => {
    for (const { id } of database.prepare('SELECT id FROM orders').all() as { id: string }[]) {
      await queue.add(sendInvoice, { order: id }, { key: `${key} ${id}` })
    }
  })
