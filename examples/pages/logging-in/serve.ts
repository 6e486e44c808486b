import { inCode } from './in-code.ts'

await inCode.run({ port: Number(process.env.PORT ?? 8080) })
