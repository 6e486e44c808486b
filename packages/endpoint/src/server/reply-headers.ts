import { isDetailed, type ResponseDescription } from '../response-description.ts'
import { pathOf } from './issue-message.ts'
import { ReplyError } from './reply-error.ts'

/** Returns a response unchanged. Throws `ReplyError` if its headers do not fit their description. */
export type HeadersCheck = (response: Response) => Response | Promise<Response>

/**
 * Makes the function that checks the headers of a response, if headers are described for the status and `checked` is
 * set.
 */
export function headersCheck(
  endpoint: string,
  status: number,
  described: ResponseDescription,
  checked: boolean,
): HeadersCheck | undefined {
  const schema = checked && isDetailed(described) ? described.headers : undefined
  if (schema === undefined) return undefined
  return async (response) => {
    const { issues } = await schema['~standard'].validate(Object.fromEntries(response.headers))
    const [issue] = issues ?? []
    if (issue === undefined) return response
    const problem = `the headers of the answer ${status} are not as they are described. At ${pathOf(issue).join('.')}: ${issue.message}`
    throw new ReplyError(endpoint, `${problem}. Write respond(${status}, value, { headers }).`)
  }
}
