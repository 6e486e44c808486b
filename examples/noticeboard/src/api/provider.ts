import { Application, type Config, Priority } from '@app/core'
import { entryFor } from '@app/endpoint/server'
import { problemDetails } from '@app/problem-details'
import { withDocumentation } from './documentation.ts'
import { createNotice, listNotices, listTeams } from './endpoints.ts'
import { answerNewNotice, answerNotices, answerTeams } from './handlers.ts'

export const configProvider = () =>
  ({
    dependencies: { delegators: { [Application.SERVICE]: [withDocumentation] } },
    // `problemDetails()` runs after the error handler of the pages, so that it gets the errors of the API first.
    middleware_pipeline: {
      'api-errors': { path: '/api', middleware: problemDetails(), priority: Priority.EARLY - 1 },
    },
    routes: [
      entryFor(listTeams, answerTeams),
      entryFor(listNotices, answerNotices),
      entryFor(createNotice, answerNewNotice),
    ],
  }) satisfies Config
