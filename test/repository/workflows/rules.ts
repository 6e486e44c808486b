import { type Job, type Step, stepsOf, type Workflow } from './workflow.ts'

/** A rule that every workflow has to keep. */
export interface Rule {
  /** The name of the audit of zizmor, or `own` for a rule that zizmor does not have. */
  readonly audit: string
  readonly says: string
  /** The places that break the rule. */
  readonly broken: (workflow: Workflow) => readonly string[]
}

const isPinned = (uses: string) => uses.startsWith('./') || /@[0-9a-f]{40}$/.test(uses)
const named = (step: Step) => step.name ?? step.uses ?? step.run ?? ''
const brokenSteps = (holds: (step: Step, job: Job) => boolean) => (workflow: Workflow) =>
  stepsOf(workflow).flatMap(([job, step]) => (holds(step, job) ? [] : [named(step)]))
const brokenJobs = (holds: (job: Job) => boolean) => (workflow: Workflow) =>
  workflow.isAction ? [] : Object.entries(workflow.jobs).flatMap(([name, job]) => (holds(job) ? [] : [name]))
const broken = (holds: (workflow: Workflow) => boolean) => (workflow: Workflow) =>
  workflow.isAction || holds(workflow) ? [] : [workflow.path]
const linesOf = (text: string, pattern: RegExp) => text.match(pattern) ?? []

/**
 * The rules of zizmor (docs.zizmor.sh/audits) that can be seen in the text alone, for machines without zizmor, which is
 * in no registry of npm or Debian. CI runs zizmor itself, with all of its audits.
 */
export const RULES: readonly Rule[] = [
  {
    audit: 'unpinned-uses',
    says: 'an action is named by the commit of its version, since a tag could be moved',
    broken: brokenSteps(({ uses }) => uses === undefined || isPinned(uses)),
  },
  {
    audit: 'ref-version-mismatch',
    says: 'a comment behind the commit names its version, such as `# v4.2.0`; dependabot updates both',
    broken: ({ text }) => linesOf(text, /uses: [^.\s]\S+@[0-9a-f]{40}(?! # v\d+\.\d+\.\d+$).*$/gm),
  },
  {
    audit: 'excessive-permissions',
    says: 'a workflow has no permissions; each job names the permissions that it needs',
    broken: broken(({ permissions }) => JSON.stringify(permissions) === '{}'),
  },
  {
    audit: 'undocumented-permissions',
    says: 'each permission has a comment with its purpose',
    broken: ({ text }) => linesOf(text, /^ +(?:permission-)?[a-z-]+: (?:read|write)$/gm),
  },
  {
    audit: 'artipacked',
    says: 'a checkout stores no token in the folder',
    broken: brokenSteps((step) => {
      return !step.uses?.startsWith('actions/checkout@') || step.with?.['persist-credentials'] === false
    }),
  },
  {
    audit: 'template-injection',
    says: 'a script reads values from its environment, and contains no expression',
    broken: brokenSteps(({ run }) => !run?.includes('${{')),
  },
  {
    audit: 'dangerous-triggers',
    says: 'the code of a pull request never runs with permissions of the repository',
    broken: ({ text }) => linesOf(text, /pull_request_target|workflow_run/g),
  },
  {
    audit: 'cache-poisoning',
    says: 'packages are published from a build without a cache',
    broken: (workflow) => {
      if (!stepsOf(workflow).some(([, { run = '' }]) => run.includes('publish'))) return []
      return brokenSteps(({ uses = '', with: given }) => {
        if (uses.startsWith('./')) return given?.cache === 'false'
        return (
          !uses.startsWith('actions/cache@') &&
          (!/setup-node@/.test(uses) || given?.['package-manager-cache'] === false)
        )
      })(workflow)
    },
  },
  {
    audit: 'secrets-outside-env',
    says: 'only jobs with a deployment environment, which has protection rules, read secrets',
    broken: brokenJobs((job) => !JSON.stringify(job).includes('secrets.') || job.environment !== undefined),
  },
  {
    audit: 'secrets-inherit',
    says: 'a called workflow does not inherit secrets',
    broken: ({ text }) => linesOf(text, /secrets: inherit/g),
  },
  {
    audit: 'use-trusted-publishing',
    says: 'the job that publishes has no token of the registry',
    broken: ({ text }) => linesOf(text, /NODE_AUTH_TOKEN|NPM_TOKEN|_authToken/g),
  },
  {
    audit: 'self-hosted-runner',
    says: 'jobs run on machines of GitHub, which are deleted after each job',
    broken: brokenJobs(({ 'runs-on': runsOn, uses }) => {
      return uses !== undefined || /^(?:ubuntu|windows|macos)-latest$|^\$\{\{ matrix\.os \}\}$/.test(runsOn ?? '')
    }),
  },
  {
    audit: 'github-env',
    says: 'no script changes the environment or the path of later steps',
    broken: brokenSteps(({ run = '' }) => !/GITHUB_ENV|GITHUB_PATH/.test(run)),
  },
  {
    audit: 'concurrency-limits',
    says: 'a workflow defines whether a newer run cancels an older one',
    broken: broken(({ concurrency }) => concurrency?.['cancel-in-progress'] !== undefined),
  },
  {
    audit: 'anonymous-definition',
    says: 'workflows, jobs and steps have names',
    broken: (workflow) => [
      ...broken(({ name }) => name !== undefined)(workflow),
      ...brokenJobs(({ name }) => name !== undefined)(workflow),
      ...brokenSteps(({ name }) => name !== undefined)(workflow),
    ],
  },
  {
    audit: 'adhoc-packages',
    says: 'packages are installed in the versions of the lockfile',
    broken: brokenSteps(({ run = '' }) => {
      const installs = /\b(?:pnpm|npm|yarn) (?:install|i|ci|add|dlx)\b|\bnpx (?!-y pnpm@\d+\.\d+\.\d+ )/.test(run)
      return !installs || /^(?:pnpm install --frozen-lockfile|npm ci)$/.test(run)
    }),
  },
  {
    audit: 'own: time-outs',
    says: 'a job that hangs ends',
    broken: brokenJobs(({ 'timeout-minutes': minutes, uses }) => uses !== undefined || minutes !== undefined),
  },
  {
    audit: 'own: rights that publish',
    says: 'the job that publishes runs one program, the job that deploys pages one action, and both install nothing',
    broken: brokenJobs(({ permissions, steps = [] }) => {
      if (permissions?.['id-token'] === undefined) return true
      const scripts = steps.flatMap(({ run }) => run ?? [])
      const actions = steps.flatMap(({ uses }) => uses?.split('@')[0] ?? [])
      if (permissions.pages === 'write') return scripts.length === 0 && actions.join() === 'actions/deploy-pages'
      return (
        permissions.contents === 'read' &&
        scripts.join() === 'node tools/release/publish-packed.js packed' &&
        actions.every((action) => /^actions\/(?:checkout|setup-node|download-artifact)$/.test(action))
      )
    }),
  },
]
