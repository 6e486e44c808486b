export type { PackageCommand, PackageCommandContext } from './application/package-commands.ts'
export { runCli } from './program.ts'
