import { HttpError } from '../messages/http-error.ts'
import type { BodyStrategy } from './body-strategy.ts'
import { collectFields } from './form-fields.ts'

/** Reads `multipart/form-data` as the platform does, as `FormFields<string | File>`, at most 1,000 of them. */
export const multipartBody: BodyStrategy = {
  matches: (essence) => essence === 'multipart/form-data',
  parse: async (octets, { parameters }) => {
    const { boundary } = parameters
    if (boundary === undefined || !BOUNDARY.test(boundary)) {
      throw new HttpError(400, "The request's form has no boundary")
    }
    return collectFields(await readForm(octets, `multipart/form-data; boundary="${boundary}"`))
  },
}

async function readForm(octets: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(octets, { headers: { 'content-type': type } }).formData()
  } catch (error) {
    throw new HttpError(400, "The request's body is not the form that it should be", { cause: error })
  }
}

/** Source: RFC 2046 section 5.1.1. */
const BOUNDARY = /^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/
