import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const SCRIPT =
  'const { configProvider } = await import(process.argv[1]); process.exitCode = typeof configProvider === "function" ? 0 : 3'

/** Whether a package exports a `configProvider`, seen from the application; what importing it throws is an error. */
export async function exportsProvider(packageName: string, root: string): Promise<boolean> {
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', SCRIPT, packageName], { cwd: root })
    return true
  } catch (error) {
    const { code, stderr = '' } = error as { readonly code?: unknown; readonly stderr?: string }
    if (code === 3) return false
    const reason = stderr.split('\n').find((line) => /^\w*Error/.test(line)) ?? (error as Error).message
    throw new Error(`${packageName} cannot be imported: ${reason.trim()}`, { cause: error })
  }
}
