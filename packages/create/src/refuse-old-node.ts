/**
 * Returns the message for a version of node that is too old for this command and for the projects that it writes;
 * `undefined` for other versions.
 */
export function refuseOldNode(version: string): string | undefined {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const isEnough20 = minor > 19 || (minor === 19 && patch >= 2)
  if (major > 22 || (major === 22 && minor >= 3) || (major === 20 && isEnough20)) return undefined
  return `create-app runs on Node 20.19.2, 22.3 or newer, and this is Node ${version}. Install Node 24: https://nodejs.org/en/download`
}
