import { IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'

/**
 * Adds the members of Express, such as `req.ip` and `res.redirect`, to a request and a response of node, if Express is
 * installed.
 */
export function likeExpress(req: IncomingMessage, res: ServerResponse): void {
  face ??= expressHere()
  if (face.request) Object.setPrototypeOf(req, face.request)
  if (face.response) Object.setPrototypeOf(res, face.response)
  Object.assign(req, { res })
  Object.assign(res, { locals: Object.create(null) })
}

/**
 * Gives a request the members of a whole Express application that is about to run. Express 4 looks for `req.query`
 * before it does so itself, and would find that of Express 5, if both are installed.
 */
export function likeItsOwn(middleware: object, req: IncomingMessage): void {
  const { request } = middleware as Face
  if (request instanceof IncomingMessage) Object.setPrototypeOf(req, request)
}

/** The prototypes of the request and the response in an Express application. */
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
