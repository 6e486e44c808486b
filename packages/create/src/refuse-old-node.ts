/** What to tell somebody whose Node can run neither this command nor what it writes; `undefined` for any other. */
export function refuseOldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 16)) return undefined
  return `create-app runs on Node 20.16 or newer, and this is Node ${version}. Install Node 24: https://nodejs.org/en/download`
}
