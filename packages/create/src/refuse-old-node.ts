/**
 * Gives the message for a version of node that can run neither this command nor its projects; `undefined` for other
 * versions.
 */
export function refuseOldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 16)) return undefined
  return `create-app runs on Node 20.16 or newer, and this is Node ${version}. Install Node 24: https://nodejs.org/en/download`
}
