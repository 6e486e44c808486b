import type { RequestListener } from 'node:http'
import type { NodeHandler } from '@app/core'

type Around = (handler: NodeHandler) => RequestListener | Promise<RequestListener>

/** Frameworks and readers around our application, for a body of any type; each answers with the body. */
export const FRAMEWORKS: Readonly<Record<string, Around>>

/** Express applications that read forms around our application; each answers with the fields as JSON. */
export const FORMS: Readonly<Record<string, Around>>

/** An Express application that answers with the text of a body as JSON, and with the message of an error. */
export const inExpress: Around

/** An Express application like `inExpress` that answers at `/unread` without reading the body. */
export const unread: Around

/** An Express application like `inExpress` that goes on with its own route after an error. */
export const recovering: Around
