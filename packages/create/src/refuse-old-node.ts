/**
 * Gives the message for a version of node that is too old for this command and for the projects that it writes;
 * `undefined` for other versions.
 */
export function refuseOldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 16)) return undefined
  return `create-app runs on Node 20.16 or newer, and this is Node ${version}. Install Node 24: https://nodejs.org/en/download`
}
