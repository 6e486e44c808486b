import site from './site.ts'

await site.run()
