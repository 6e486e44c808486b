import { Application, html, redirect, type ServerRequest } from '@app/core'
import { csrf } from '@app/csrf'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { csrfField, type Form, field, form, formProblems, markup, readForm } from '@app/view'
import * as z from 'zod'

const Invoice = z.object({
  customer: z.string().trim().min(1, 'Whose invoice is it?').max(80),
  address: z.object({ city: z.string().trim().min(1, 'Where is the customer?') }),
  kind: z.enum(['service', 'goods'], 'Choose one.'),
  send: z.array(z.enum(['mail', 'post'])).default([]),
  items: z
    .array(z.object({ text: z.string().trim().min(1, 'What is it?'), amount: z.coerce.number().positive('How much?') }))
    .min(1, 'An invoice has at least one item.'),
})

export const invoices: z.infer<typeof Invoice>[] = []

export const withRows: Application = new Application({ router: new FindMyWayRouter() }).pipe(csrf())

async function invoicePage(request: ServerRequest, shown: Form, status = 200): Promise<Response> {
  const rows = shown.rows('items', 1).map(
    (row, index) => markup`
    ${field(shown, { name: `${row}.text`, label: `Item ${index + 1}` })}
    ${field(shown, { name: `${row}.amount`, label: `Amount of item ${index + 1}`, type: 'number' })}
    <button name="remove" value="${index}" formnovalidate="${true}">Remove item ${index + 1}</button>`,
  )
  const page = markup`<!doctype html>
<html lang="en">
<title>New invoice</title>
<main>
<h1>New invoice</h1>
<form method="post" action="/invoices">
  <button hidden></button>
  ${await csrfField(request)}
  ${formProblems(shown)}
  ${field(shown, { name: 'customer', label: 'Customer', autocomplete: 'organization' })}
  ${field(shown, { name: 'address.city', label: 'City' })}
  ${field(shown, { name: 'kind', label: 'Kind', type: 'select', options: { '': 'Choose', service: 'Service', goods: 'Goods' } })}
  ${field(shown, { name: 'send', label: 'Send by', type: 'checkbox', options: { mail: 'E-mail', post: 'Post' } })}
  <fieldset id="items"><legend>Items</legend>${rows}</fieldset>
  <button name="add" value="items" formnovalidate="${true}">Add an item</button>
  <button>Save</button>
</form>
</main>
</html>`
  return html(page, { status })
}

withRows.get('/invoices', (request) => invoicePage(request, form({}, Invoice)))

withRows.post('/invoices', async (request) => {
  const sent = await readForm(request, Invoice, { nested: true })
  const remove = sent.form.value('remove')
  if (remove !== '') return invoicePage(request, sent.form.removeRow('items', Number(remove)))
  if (sent.form.value('add') === 'items') return invoicePage(request, sent.form.addRow('items'))
  if (!sent.isValid) return invoicePage(request, sent.form, 422)
  invoices.push(sent.value)
  return redirect('/invoices', 303)
})
