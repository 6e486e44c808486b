import * as z from 'zod'

/** What somebody has to write for a notice, on a page and by the API. */
export const NewNotice = z.object({
  title: z.string().trim().min(1, 'What is it about?').max(120, 'That is too long: 120 characters at most.'),
  text: z.string().max(10_000, 'That is too long: 10,000 characters at most.'),
})

/** What others than pages get of a notice: programs by the API, scripts by the news. */
export const NoticeData = z.object({
  id: z.int(),
  /** The path of its page. */
  url: z.string(),
  title: z.string(),
  text: z.string(),
  by: z.string(),
  /** Seconds since 1970. */
  written: z.int(),
})
