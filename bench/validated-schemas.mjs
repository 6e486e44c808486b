import * as z from 'zod'

/** The schemas of the small body that all compared servers in `validated/` validate, and the response to that body. */
export const Input = z.object({ title: z.string().max(200), text: z.string(), count: z.int().min(1) })
export const Output = z.object({ id: z.int(), title: z.string() })
export const answerTo = ({ title, count }) => ({ id: count, title })
