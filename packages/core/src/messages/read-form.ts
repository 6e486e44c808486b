import { checkFields, checkParts } from './form-limits.ts'
import { answeringWith } from './http-error.ts'
import type { MediaType } from './media-type.ts'

/**
 * Parses the octets of a form as the platform does, after counting its fields.
 *
 * The platform gets the content type in the spelling that was parsed here. Otherwise a header that two parsers
 * understand differently could make it find parts that were not counted. Rejects with an `HttpError` of 413 for too
 * many fields, and with a `TypeError`, as Fetch does, that answers 415 for a type that is no form's and 400 for octets
 * that are no form.
 */
export async function readForm(octets: Uint8Array<ArrayBuffer>, type: MediaType | undefined): Promise<FormData> {
  const normal = checkForm(octets, type)
  try {
    return await new Response(octets, { headers: { 'content-type': normal } }).formData()
  } catch (error) {
    throw answeringWith(400, new TypeError("The request's body is not the form that it should be", { cause: error }))
  }
}

/** Counts the fields, and gives the content type for the platform. Throws for a form that is too large or malformed. */
function checkForm(octets: Uint8Array, type: MediaType | undefined): string {
  switch (type?.essence) {
    case URL_ENCODED:
      checkFields(octets)
      return URL_ENCODED
    case MULTIPART: {
      const { boundary } = type.parameters
      if (boundary === undefined || !BOUNDARY.test(boundary)) {
        throw answeringWith(400, new TypeError("The request's form has no boundary"))
      }
      checkParts(octets, boundary)
      return `${MULTIPART}; boundary="${boundary}"`
    }
    default:
      throw answeringWith(415, new TypeError("The request's content type is not that of a form"))
  }
}

const URL_ENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

/** Source: RFC 2046 section 5.1.1. */
const BOUNDARY = /^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/
