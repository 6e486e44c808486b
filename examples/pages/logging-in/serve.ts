import { inCode } from './in-code.ts'

await inCode.run()
