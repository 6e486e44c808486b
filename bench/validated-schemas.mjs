import * as z from 'zod'

/** What the peers of `validated/` share: one small body, and the answer to it. */
export const Input = z.object({ title: z.string().max(200), text: z.string(), count: z.int().min(1) })
export const Output = z.object({ id: z.int(), title: z.string() })
export const answerTo = ({ title, count }) => ({ id: count, title })
