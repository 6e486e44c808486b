import { Application, type Config, Priority } from '@app/core'
import { entryFor } from '@app/endpoint/server'
import { type KeyStore, sqlKeys } from '@app/idempotency'
import { problemDetails } from '@app/problem-details'
import type { Database } from '../database/database.ts'
import { withDocumentation } from './documentation.ts'
import { createNotice, listNotices, listTeams } from './endpoints.ts'
import { answerNewNotice, answerNotices, answerTeams } from './handlers.ts'

/** Keeps the keys by which the API recognizes a repeated request. */
export function keepKeys(database: Database): KeyStore {
  return sqlKeys(database.sql)
}
keepKeys.inject = ['noticeboard/database'] as const

export const configProvider = () =>
  ({
    dependencies: {
      delegators: { [Application.SERVICE]: [withDocumentation] },
      factories: { 'noticeboard/idempotency-keys': keepKeys },
    },
    idempotency: { store: 'noticeboard/idempotency-keys' },
    middleware_pipeline: {
      '@app/idempotency': { path: '/api' },
      // `problemDetails()` runs after the error handler of the pages, so that it gets the errors of the API first.
      'api-errors': { path: '/api', middleware: problemDetails(), priority: Priority.EARLY - 1 },
    },
    routes: [
      entryFor(listTeams, answerTeams),
      entryFor(listNotices, answerNotices),
      entryFor(createNotice, answerNewNotice),
    ],
  }) satisfies Config
