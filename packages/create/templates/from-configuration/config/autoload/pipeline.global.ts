import { Application, type Config } from '@app/core'

export default {
  middleware_pipeline: {
    routing: { middleware: Application.ROUTING_MIDDLEWARE },
    dispatch: { middleware: Application.DISPATCH_MIDDLEWARE },
  },
} satisfies Config
