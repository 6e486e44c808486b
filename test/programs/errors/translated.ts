import { Application, ErrorHandler } from '@app/core'
import { httpErrors } from '@app/core/errors'

const app = new Application()
app.pipe(new ErrorHandler({ translate: httpErrors }))

export default app
