import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Machine } from './output.ts'
import { runCreateOn } from './run-create.ts'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'app-create-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(cwd, { recursive: true, force: true })
})

/** Runs `create-app` without a terminal, and returns its exit code and its output. */
async function create(args: string, machine: Partial<Machine> = {}) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const features = { typescript: 'strip' }
  const code = await runCreateOn(
    { cwd: () => cwd, env: {}, stdin, stdout, stderr, features, ...machine },
    args.split(' ').filter(Boolean),
  )
  return { code, said: String(stdout.read() ?? ''), complained: String(stderr.read() ?? '') }
}

const read = (path: string) => readFileSync(join(cwd, path), 'utf8')
const manifestOf = (folder: string) => JSON.parse(read(`${folder}/package.json`))

describe('create without a terminal', () => {
  test('without a terminal, create writes the project that its flags describe, and prints plain lines with the next two commands at the end', async () => {
    const { code, said } = await create('shop --no-install --router trouter')
    expect(code).toBe(0)
    expect(said).toBe('Writing shop\nWrote 24 files to shop\nNext:\n  cd shop && npm install\n  npm run dev\n')
    expect(Object.keys(manifestOf('shop').dependencies)).toEqual([
      ...[
        '@app/core',
        '@app/csrf',
        '@app/development',
        '@app/endpoint',
        '@app/health',
        '@app/openapi',
        '@app/problem-details',
      ],
      ...['@app/router-trouter', '@app/security-headers', '@app/static', '@app/view', 'swagger-ui-dist', 'zod'],
    ])
    expect(read('shop/src/app.ts')).toContain('new TrouterRouter()')
  })

  test('an application gets a .env file, which .gitignore and .dockerignore name', async () => {
    await create('shop --no-install --style configured --git')
    expect(read('shop/.env')).toBe(read('shop/.env.example'))
    expect(read('shop/.env')).toContain('PORT=8080\nGREETING=Hello\n')
    expect(read('shop/.gitignore').split('\n')).toContain('.env')
    expect(read('shop/.dockerignore').split('\n')).toContain('.env')
  })

  test('with --log-in, a random APP_SECRET is written into .env, and .env.example has the name without a value', async () => {
    await create('a --no-install --log-in')
    await create('b --no-install --log-in')
    const secretOf = (file: string) => /^APP_SECRET=(.*)$/m.exec(read(file))?.[1]
    expect(secretOf('a/.env.example')).toBe('')
    expect(secretOf('a/.env')).toMatch(/^[\w+/]{43}=$/)
    expect(secretOf('b/.env')).not.toBe(secretOf('a/.env'))
  })

  test('--pages and --api work alone and together, and neither adds files or dependencies that only the other needs', async () => {
    await create('a --no-install --api')
    await create('p --no-install --pages')
    await create('b --no-install --pages --api')
    const parts = (folder: string) =>
      ['src/api', 'src/pages', 'public'].filter((path) => existsSync(join(cwd, folder, path)))
    expect([parts('a'), parts('p'), parts('b')]).toEqual([
      ['src/api'],
      ['src/pages', 'public'],
      ['src/api', 'src/pages', 'public'],
    ])
    expect(manifestOf('a').dependencies).not.toHaveProperty('@app/view')
    expect(manifestOf('p').dependencies).not.toHaveProperty('@app/problem-details')
  })

  test('with --api, the project forbids the install script of @scarf/scarf, so that no package manager asks about it', async () => {
    await create('a --no-install --api --package-manager pnpm')
    await create('p --no-install --pages --package-manager pnpm')
    expect(manifestOf('a')).toMatchObject({
      allowScripts: { '@scarf/scarf': false },
      scarfSettings: { enabled: false },
    })
    expect(read('a/pnpm-workspace.yaml')).toMatch(/^allowBuilds:\n {2}"@scarf\/scarf": false\n$/m)
    expect(manifestOf('p')).not.toHaveProperty('scarfSettings')
  })

  test('the Dockerfile installs with the package manager that --package-manager names, else with npm', async () => {
    await create('a --no-install')
    await create('b --no-install --package-manager pnpm')
    expect(read('a/Dockerfile')).toContain('COPY package.json package-lock.json ./\nRUN npm ci --omit=dev\n')
    expect(read('b/Dockerfile')).toContain('COPY package.json pnpm-*.yaml ./\nRUN npx --yes pnpm install --prod')
  })

  test('without a terminal and without a folder, create ends with exit code 2, and the error shows the command with a folder', async () => {
    const { code, complained } = await create('--no-install')
    expect(code).toBe(2)
    expect(complained).toContain('npm create @app my-app, or --yes')
    expect(readdirSync(cwd)).toEqual([])
  })

  test('--yes takes all defaults, including the folder', async () => {
    expect((await create('--yes --no-install')).code).toBe(0)
    expect(manifestOf('my-app').name).toBe('my-app')
    expect(read('my-app/src/app.ts')).toContain('new FindMyWayRouter()')
    expect((await create('--yes --no-install --template router')).code).toBe(0)
    expect(manifestOf('my-router').app).toEqual({ router: 'LinearRouter' })
  })

  test('--router and --container also take the full name of a package, such as @app/router-rou3', async () => {
    await create('shop --no-install --router @app/router-rou3 --container @app/container-factory')
    expect(manifestOf('shop').dependencies).toHaveProperty('@app/container-factory')
    expect(read('shop/src/app.ts')).toContain("from '@app/router-rou3'")
  })

  test('of a project with transactions and log-in, one route has a transaction, so that none is open while a password is hashed', async () => {
    for (const style of ['configured', 'modular']) {
      await create(`${style} --no-install --style ${style} --log-in --with transactions`)
      const marked = globSync(`${style}/{config,src}/**/*.ts`, { cwd }).filter((file) =>
        read(file).includes("'@app/transactions':"),
      )
      expect(marked).toEqual([join(style, 'config/autoload/transactions.global.ts')])
      const config = read(marked[0] as string)
      expect(config).toContain("routes: 'marked'")
      expect(config.match(/path: .*/g)).toEqual(["path: '/close-account',"])
    }
  })

  test('--with adds packages to a configured application, with a piece that uses each, and makes the application configured', async () => {
    await create('shop --no-install --pages --log-in --with @app/i18n,jobs')
    expect(Object.keys(manifestOf('shop').dependencies)).toEqual(expect.arrayContaining(['@app/i18n', '@app/jobs']))
    expect(manifestOf('shop').dependencies).not.toHaveProperty('@app/transactions')
    const files = ['config/autoload/i18n.global.ts', 'config/autoload/jobs.global.ts', 'src/log-in/link-job.ts']
    expect(files.filter((file) => !existsSync(join(cwd, 'shop', file)))).toEqual([])
    expect(existsSync(join(cwd, 'shop/config/autoload/transactions.global.ts'))).toBe(false)
  })

  test('--with authentication-oidc lists the variables of the provider in .env.example, without values', async () => {
    await create('shop --no-install --pages --log-in --with authentication-oidc')
    await create('other --no-install --pages --log-in --with jobs')
    const variables = ['OIDC_ISSUER=', 'OIDC_CLIENT_ID=', 'OIDC_CLIENT_SECRET=', 'OIDC_NAME=']
    expect(read('shop/.env.example').split('\n')).toEqual(expect.arrayContaining(variables))
    expect(read('shop/.env').split('\n')).toEqual(expect.arrayContaining(variables))
    expect(read('shop/README.md')).toContain('`OIDC_ISSUER`')
    const texts = globSync('{src,config}/**/*.ts', { cwd: join(cwd, 'other') }).map((file) => read(`other/${file}`))
    expect(texts.join('') + read('other/.env.example')).not.toMatch(/oidc|atOthers|identities/i)
  })

  test('the .gitignore of a configured application names the local files of config/autoload', async () => {
    await create('shop --no-install --style configured --git')
    writeFileSync(join(cwd, 'shop/config/autoload/db.local.ts'), 'export default {}')
    const files = execFileSync('git', ['ls-files', '--others', '--exclude-standard'], {
      cwd: join(cwd, 'shop'),
      encoding: 'utf8',
    })
    expect(files).toContain('config/autoload/static.global.ts')
    expect(files).not.toContain('db.local.ts')
  })
})

describe('wrong use of create', () => {
  test.each([
    ['shop --style modular --container none', '--container none works only with --style code'],
    ['shop --template provider --router rou3 --style code', '--style and --router is for applications'],
    ['shop --template provider --log-in', '--log-in is for applications'],
    ['shop --api --log-in', '--log-in needs pages, and this application has none. Add --pages.'],
    ['shop --router express', 'It is one of find-my-way, trouter, rou3.'],
    ['shop --with redis', 'It is one or more of jobs, transactions, i18n, authentication-oidc, with commas between.'],
    ['shop --style code --with i18n', '--with i18n needs --style configured or modular.'],
    ['shop --with jobs', '--with jobs needs accounts. Add --log-in.'],
    ['shop --with authentication-oidc', '--with authentication-oidc needs accounts. Add --log-in.'],
    ['shop --api --with i18n', '--with i18n needs pages, and this application has none. Add --pages.'],
    ['shop --template router --with i18n', '--with is for applications'],
    ['shop --colour', "unknown option '--colour'"],
    ['shop modular', 'too many arguments'],
    ['My-Shop', 'Choose another name: --name my-shop'],
    ['shop --name Shop', 'Choose another name: --name shop'],
    ['shop --tag file:../x', 'Write a tag of the registry or a range: next, 1.2.0 or ^1.2.0.'],
    ['shop --tag --yes', 'Write a tag of the registry'],
    ['shop --\x1b[31mred', "unknown option '--\\u001b[31mred'"],
    ['sh\x1b[2Jop', '"sh\\u001b[2Jop" cannot be the name'],
    ['vitest', 'Choose another name: --name my-vitest'],
    ['shop --template middleware --name @app/core', '"@app/core" cannot be the name'],
  ])('wrong arguments end with exit code 2, and nothing is written: %s', async (args, reason) => {
    const { code, complained } = await create(`${args} --no-install`)
    expect(complained).toContain(reason)
    expect(code).toBe(2)
    expect(readdirSync(cwd)).toEqual([])
  })

  test.each(['', '--yes', '--force'])(
    'create with the flags "%s" leaves a folder that is not empty unchanged',
    async (flags) => {
      mkdirSync(join(cwd, 'shop'))
      writeFileSync(join(cwd, 'shop/package.json'), 'mine')
      const { code, complained } = await create(`shop --no-install ${flags}`)
      expect(code).toBe(2)
      expect(complained).toContain('shop is not empty: it has package.json.')
      expect(readdirSync(join(cwd, 'shop'))).toEqual(['package.json'])
      expect(read('shop/package.json')).toBe('mine')
    },
  )
})

test('create --help prints examples and exit codes, and ends with exit code 0', async () => {
  const { code, said } = await create('--help')
  expect(code).toBe(0)
  expect(said).toContain('$ npm create @app my-app -- --yes')
  expect(said).toContain('Exit codes: 0 success')
})

test('create . writes the project to the working directory, and names the project after it', async () => {
  const shop = join(cwd, 'shop')
  mkdirSync(shop)
  const { said } = await create('. --no-install', { cwd: () => shop })
  expect(said).toContain('Wrote 24 files to .\nNext:\n  npm install\n  npm run dev\n')
  expect(manifestOf('shop').name).toBe('shop')
})

describe('versions of the packages of @app', () => {
  test('a project has the packages of @app in version 1, or in the version that --tag or CREATE_APP_TAG names', async () => {
    await create('a --no-install')
    await create('b --no-install --tag next')
    await create('c --no-install --template provider', { env: { CREATE_APP_TAG: 'next' } })
    for (const tag of ['1.2.0', '^1.2.0', '>=1', '1.x', '*', 'v1.0.0-rc.1', 'next-2']) {
      const { code } = await create(`tag-${tag.replace(/\W/g, '')}-${tag.length} --no-install --tag ${tag}`)
      expect([tag, code]).toEqual([tag, 0])
    }
    const bad = await create('d --no-install', { env: { CREATE_APP_TAG: 'git+ssh://x' } })
    expect([bad.code, bad.complained]).toEqual([2, expect.stringContaining('CREATE_APP_TAG is git+ssh://x.')])
    expect(manifestOf('a').dependencies['@app/core']).toMatch(/^\^1\.\d+\.\d+$/)
    expect(manifestOf('b').dependencies['@app/core']).toBe('next')
    expect(manifestOf('b').devDependencies.vitest).toMatch(/^\^\d/)
    expect(manifestOf('c').devDependencies['@app/core']).toBe('next')
    expect(manifestOf('c').peerDependencies).toEqual({ '@app/core': expect.stringMatching(/^\^1\.\d+\.\d+$/) })
  })
})

describe('on a node that does not run TypeScript', () => {
  test('on a Node that does not run TypeScript, the project has Node 24 as a dev dependency, and the README says so', async () => {
    await create('shop --no-install', { features: {} })
    expect(manifestOf('shop').devDependencies.node).toBe('^24.0.0')
    expect(manifestOf('shop').allowScripts).toMatchObject({ node: true })
    expect(read('shop/README.md')).toContain('`node` 24 is a dev dependency')
    expect(existsSync(join(cwd, 'shop/pnpm-workspace.yaml'))).toBe(false)
  })

  test('on a Node that does not run TypeScript, pnpm-workspace.yaml allows the install script of the package node', async () => {
    await create('shop --no-install', { features: {}, env: { npm_config_user_agent: 'pnpm/12.21.0 node/v20.20.2' } })
    expect(read('shop/pnpm-workspace.yaml')).toContain('allowBuilds:\n  "@scarf/scarf": false\n  node: true\n')
  })

  test('on a Node that runs TypeScript, the project does not depend on the package node', async () => {
    await create('shop --no-install --package-manager pnpm --pages')
    expect(manifestOf('shop').devDependencies).not.toHaveProperty('node')
    expect(read('shop/README.md')).not.toContain('dev dependency')
    expect(existsSync(join(cwd, 'shop/pnpm-workspace.yaml'))).toBe(false)
  })
})

describe('the installation of dependencies', () => {
  /**
   * Writes an executable, and puts its folder at the beginning of `PATH`, so that it runs in place of the real command.
   */
  function stub(command: string, script: string) {
    const bin = join(cwd, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, command), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, command), 0o755)
    vi.stubEnv('PATH', bin + delimiter + process.env.PATH)
  }

  test('create installs the dependencies with the package manager that started it', async () => {
    stub('pnpm', 'echo "$0 $@" > installed')
    const { code, said } = await create('shop', { env: { npm_config_user_agent: 'pnpm/12.21.0 node/v24.21.0' } })
    expect(code).toBe(0)
    expect(said).toContain('Installing with pnpm\nInstalled with pnpm\nNext:\n  cd shop\n  pnpm dev\n')
    expect(read('shop/installed')).toMatch(/bin\/pnpm install\n$/)
  })

  test('a failed installation ends with exit code 1, and the error says which files exist and what to do next', async () => {
    stub('npm', 'echo "no such host" >&2; exit 3')
    const { code, complained } = await create('shop')
    expect(code).toBe(1)
    expect(complained).toContain('npm install failed. The files are in shop; run npm install there.')
    expect(complained).toContain('no such host')
    expect(existsSync(join(cwd, 'shop/src/app.ts'))).toBe(true)
  })
})

describe('the git repository of a project', () => {
  test('without the flag --git, create makes no git repository', async () => {
    await create('a --no-install')
    await create('b --no-install --no-git')
    expect([existsSync(join(cwd, 'a/.git')), existsSync(join(cwd, 'b/.git'))]).toEqual([false, false])
  })

  test('--git makes the folder a repository, unless it is inside of a repository already', async () => {
    expect((await create('shop --no-install --git')).said).toContain('Made the folder a git repository')
    expect(existsSync(join(cwd, 'shop/.git'))).toBe(true)
    expect((await create('shop/inner --no-install --git')).said).toContain('part of a git repository already')
    expect(existsSync(join(cwd, 'shop/inner/.git'))).toBe(false)
  })
})

describe('create in a terminal', () => {
  const [ENTER, DOWN, CONTROL_C] = ['\r', '\x1b[B', '\x03']

  /** Runs the command in a simulated terminal, and types each answer when its question is shown. */
  async function answer(args: string, answers: readonly (readonly [RegExp, string])[]) {
    // The terminal is so wide that no line breaks, even if the path of the folder is long.
    const tty = () => Object.assign(new PassThrough(), { isTTY: true, columns: 1_000, rows: 24 })
    const [stdin, stdout] = [Object.assign(tty(), { setRawMode: () => undefined }), tty()]
    const left = [...answers]
    let shown = ''
    let unread = ''
    stdout.on('data', (data: Buffer) => {
      shown += data
      unread += data
      const [question, keys] = left[0] ?? []
      if (question === undefined || !question.test(unread)) return
      left.shift()
      unread = ''
      setTimeout(() => {
        for (const key of keys?.split(/(?=[\r\x1b\x03])/) ?? []) stdin.write(key)
      }, 20)
    })
    const { code, complained } = await create(args, { stdin, stdout })
    return { code, complained, shown, left }
  }

  test('in a terminal, create asks for the folder, pages or API, log-in and style if no flag gives them', async () => {
    const { code, shown, left } = await answer('--no-install', [
      [/Which folder/, `shop${ENTER}`],
      [/answer with/, DOWN + ENTER],
      [/log-in/, `y`],
      [/parts of the application/, ENTER],
    ])
    expect([code, left]).toEqual([0, []])
    expect(existsSync(join(cwd, 'shop/src/log-in/log-in.ts'))).toBe(true)
    expect(existsSync(join(cwd, 'shop/src/api'))).toBe(false)
    expect(shown).toContain('Wrote 36 files to shop')
    expect(shown).toContain('cd shop && npm install')
  })

  test('in a terminal, create does not ask about log-in if the application has no pages, nor for values that a flag gives', async () => {
    const { code, shown } = await answer('shop --no-install --api', [[/parts of the application/, DOWN + ENTER]])
    expect(code).toBe(0)
    expect(shown).not.toMatch(/Which folder|answer with|log-in/)
    expect(existsSync(join(cwd, 'shop/config/config.ts'))).toBe(true)
  })

  test('in a terminal, create reports a folder that is not empty, and lets the user correct the answer', async () => {
    mkdirSync(join(cwd, 'full/inner'), { recursive: true })
    const { code, shown } = await answer('--no-install --style code --pages --no-log-in', [
      [/Which folder/, `full${ENTER}`],
      [/is not empty/, `er${ENTER}`],
    ])
    expect(code).toBe(0)
    expect(shown).toContain('full is not empty')
    expect(manifestOf('fuller').name).toBe('fuller')
  })

  test('in a terminal, create asks for further packages if the configuration lists the parts, and offers only those that the application can have', async () => {
    const { code, shown } = await answer('shop --no-install --pages --log-in', [
      [/parts of the application/, DOWN + ENTER],
      [/What else/, ` ${DOWN} ${ENTER}`],
    ])
    expect(code).toBe(0)
    for (const extra of ['jobs', 'transactions', 'i18n', 'authentication-oidc']) expect(shown).toContain(extra)
    expect(manifestOf('shop').dependencies).toMatchObject({
      '@app/jobs': expect.stringMatching(/^\^\d/),
      '@app/transactions': expect.stringMatching(/^\^\d/),
    })
    expect(manifestOf('shop').dependencies).not.toHaveProperty('@app/i18n')
    const few = await answer('few --no-install --pages --no-log-in --style modular', [[/What else/, ENTER]])
    expect([few.code, few.shown.includes('transactions')]).toEqual([0, false])
    expect(manifestOf('few').dependencies).not.toHaveProperty('@app/i18n')
  })

  test('in a terminal, create asks nothing with --yes', async () => {
    const { code, shown } = await answer('--yes --no-install', [])
    expect(code).toBe(0)
    expect(shown).not.toContain('Which')
  })

  test('if the user cancels a question, no files are written, and the exit code is 1', async () => {
    const { code, complained } = await answer('shop --no-install', [[/answer with/, CONTROL_C]])
    expect([code, complained]).toEqual([1, 'Nothing was written.\n'])
    expect(readdirSync(cwd)).toEqual([])
  })
})

describe('the README of the written project', () => {
  const STYLES = ['code', 'configured', 'modular'].map((style) => `--style ${style}`)
  const PARTS = ['--pages', '--api', '--pages --api --log-in --container container-factory']

  test.each([
    ...STYLES.flatMap((style) => PARTS.map((parts) => `${style} ${parts}`)),
    '--style modular --pages --log-in --with jobs,transactions,i18n,authentication-oidc',
    ...['middleware', 'provider', 'router'].map((template) => `--template ${template} --name @acme/shop`),
  ])(
    'the README of a project with %s names only scripts that exist, and, for an application, only files that exist',
    async (flags) => {
      await create(`shop --no-install ${flags}`)
      const readme = read('shop/README.md')
      const named = (pattern: RegExp) => [...readme.matchAll(pattern)].map(([, name = '']) => name)
      const { scripts } = manifestOf('shop')
      expect(
        named(/\bnpm (?:run )?(\w[\w:-]*)/g).filter((script) => !(script in scripts) && script !== 'install'),
      ).toEqual([])
      // The README also names files that the program or a developer makes later: the database, local files of one
      // machine, and files with NAME in their path.
      const isMadeLater = (path: string) => /^data\/(?:mail)?$|\.local\.|NAME/.test(path)
      const paths = named(/`((?:src|config|public|data|\.github)\/[\w./*-]*|Dockerfile|\.env[\w.]*)`/g)
      const missing = paths.filter(
        (path) => !isMadeLater(path) && globSync(path, { cwd: join(cwd, 'shop') }).length === 0,
      )
      // The check is only for applications: the README of a package names files of the applications that install the
      // package, and these files are not in the package.
      expect(flags.includes('--template') ? [] : missing).toEqual([])
    },
  )
})
