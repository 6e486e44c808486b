import type { ServerRequest } from '@app/core'
import { LOCALE } from './request-locale.ts'
import type { MessageValues } from './translations.ts'

/** The members of problem details that have words for people. */
export interface Problem {
  readonly status: number
  readonly type?: string | undefined
  readonly title?: string | undefined
  readonly detail?: string | undefined
}

/**
 * Returns the details of a problem with `title` and `detail` in the language of the request, for the option `details` of
 * `problemDetails()` of `@app/problem-details`.
 *
 * The messages are `problems.<name>.title` and `problems.<name>.detail`, where the name is the last segment of the
 * problem's `type`, else the `code` of the error, else the status. The members of the problem are the values of their
 * placeholders. A member without a message stays as it is.
 *
 * @example
 * app.pipe(i18n({ catalogues: { en, de } })).pipe(problemDetails({ details: translatedProblem }))
 */
export function translatedProblem<P extends Problem>(problem: P, request: ServerRequest, error?: unknown): P {
  const locale = request.attribute(LOCALE, undefined)
  if (locale === undefined) return problem
  const names = [problem.type?.split(/[/:#]/).findLast((part) => part !== ''), codeOf(error), String(problem.status)]
  const values: MessageValues = Object.fromEntries(
    Object.entries(problem).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  )
  const find = (member: 'title' | 'detail'): string | undefined => {
    for (const name of names) {
      const found = name === undefined ? undefined : locale.find(`problems.${name}.${member}`, values)
      if (found !== undefined) return found
    }
    return problem[member]
  }
  const title = find('title')
  const detail = find('detail')
  return { ...problem, ...(title !== undefined && { title }), ...(detail !== undefined && { detail }) }
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : undefined
}
