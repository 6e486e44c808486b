import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'

/**
 * Gives messages the members that Express adds to those of node, such as `req.ip` and `res.redirect`, if Express is
 * installed.
 */
export function likeExpress(req: IncomingMessage, res: ServerResponse): void {
  face ??= expressHere()
  if (face.request) Object.setPrototypeOf(req, face.request)
  if (face.response) Object.setPrototypeOf(res, face.response)
  Object.assign(req, { res })
  Object.assign(res, { locals: Object.create(null) })
}

/** The prototypes of the messages of an application of Express. */
interface Face {
  readonly request?: object
  readonly response?: object
}

let face: Face | undefined

function expressHere(): Face {
  try {
    return createRequire(import.meta.url)('express')() as Face
  } catch {
    return {}
  }
}
