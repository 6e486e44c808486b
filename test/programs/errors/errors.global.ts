import { type Config, Priority } from '@app/core'
import { problemDetails } from '@app/problem-details'

export default {
  middleware_pipeline: {
    errors: { middleware: problemDetails(), priority: Priority.EARLY },
  },
} satisfies Config
