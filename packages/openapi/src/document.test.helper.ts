import { Application } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect } from 'vitest'
import * as z from 'zod'
import { type OpenApiDocument, type OpenApiOptions, openApiDocument } from './index.ts'

export const INFO = { title: 'Notes', version: '1.2.0' }
export const Note = z.object({ id: z.int(), title: z.string().max(200) })

export function application(): Application {
  return new Application({ router: new FindMyWayRouter() })
}

/** Makes the document of an application, and checks that an independent validator accepts the document. */
export async function documentOf(app: Application, options: Partial<OpenApiOptions> = {}): Promise<OpenApiDocument> {
  const document = await openApiDocument(app, { ...INFO, ...options })
  const { valid, errors } = await new Validator().validate({ ...structuredClone(document) })
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  return document
}
