import { Application, ErrorHandler, httpErrors } from '@app/core'

const app = new Application()
app.pipe(new ErrorHandler({ translate: httpErrors }))

export default app
