import { job } from '@app/jobs'
import * as z from 'zod'

export const sendInvoice = job({ name: 'invoice.send', schema: z.object({ order: z.string() }), timeout: 60 })
export const remind = job({ name: 'invoice.reminders' })
