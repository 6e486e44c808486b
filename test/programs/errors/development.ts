import { type Config, ErrorHandler } from '@app/core'
import { developmentErrorResponder } from '@app/development'

export default {
  middleware_pipeline: {
    errors: { middleware: new ErrorHandler({ respond: developmentErrorResponder() }) },
  },
} satisfies Config
