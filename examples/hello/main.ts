import { run } from '@app/core'

await run(import('./app.ts'))
