/** The package managers that are known, and how each runs a script and a command of a package. */
const WORDS = {
  npm: { run: 'npm run', exec: 'npx' },
  pnpm: { run: 'pnpm', exec: 'pnpm exec' },
  yarn: { run: 'yarn', exec: 'yarn' },
  bun: { run: 'bun run', exec: 'bunx' },
} as const

export type PackageManager = keyof typeof WORDS

export const PACKAGE_MANAGERS = Object.keys(WORDS) as readonly PackageManager[]

/** The package manager that started us, by what it says of itself in `npm_config_user_agent`; npm where nobody says. */
export function detectPackageManager(userAgent = ''): PackageManager {
  return PACKAGE_MANAGERS.find((name) => userAgent.startsWith(`${name}/`)) ?? 'npm'
}

/** Text with the commands of npm in it, in the words of another package manager. */
export function inWordsOf(packageManager: PackageManager, text: string): string {
  if (packageManager === 'npm') return text
  const { run, exec } = WORDS[packageManager]
  return text
    .replace(/\bnpx (?=app\b)/g, `${exec} `)
    .replace(/\bnpm (?:run (?=[\w:]+)|(?=(?:start|test)\b))/g, `${run} `)
    .replace(/\bnpm install$/gm, `${packageManager} install`)
}
