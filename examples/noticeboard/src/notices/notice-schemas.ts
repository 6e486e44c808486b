import * as z from 'zod'

/** The fields of a new notice, on a page and in the API. */
export const NewNotice = z.object({
  title: z.string().trim().min(1, 'What is it about?').max(120, 'That is too long: 120 characters at most.'),
  text: z.string().max(10_000, 'That is too long: 10,000 characters at most.'),
})

/** The data of a notice for programs (by the API) and scripts (by the news). */
export const NoticeData = z.object({
  id: z.int(),
  /** The path of the page of the notice. */
  url: z.string(),
  title: z.string(),
  text: z.string(),
  by: z.string(),
  /** The time of writing, in seconds since 1970. */
  written: z.int(),
})
