/** Writes a workflow of one job with one step; the arguments are lines of the step, the job and the top level. */
function workflow(step: string, { job = '', top = 'permissions: {}' }: { job?: string; top?: string } = {}): string {
  return `name: Broken\non: push\n${top}\njobs:\n  a:\n    name: A\n    runs-on: ubuntu-latest\n${job}    steps:\n      - name: Step\n${step}`
}

/** Writes an expression of a workflow: `${{ … }}`, followed by a line break. */
function expression(text: string): string {
  return ['$', `{{ ${text} }}\n`].join('')
}

const PINNED = '9c091bb21b7c1c1d1991bb908d89e4e9dddfe3e0'

/** For each rule a workflow that breaks the rule. The tests show with it that the check of the rule works. */
export const BROKEN: Readonly<Record<string, string>> = {
  'unpinned-uses': workflow('        uses: actions/checkout@v7\n'),
  'ref-version-mismatch': workflow(`        uses: actions/checkout@${PINNED}\n`),
  'excessive-permissions': workflow('        run: ls\n', { top: 'permissions: write-all' }),
  'undocumented-permissions': workflow('        run: ls\n', { job: '    permissions:\n      contents: write\n' }),
  artipacked: workflow(`        uses: actions/checkout@${PINNED} # v7.0.0\n`),
  'template-injection': workflow(`        run: echo ${expression('github.event.pull_request.title')}`),
  'dangerous-triggers': workflow('        run: ls\n').replace('on: push', 'on: pull_request_target'),
  'cache-poisoning': workflow('        uses: ./.github/actions/setup\n      - name: Then\n        run: npm publish\n'),
  'secrets-outside-env': workflow(`        run: ls\n        env:\n          KEY: ${expression('secrets.KEY')}`),
  'secrets-inherit': 'name: Broken\non: push\njobs:\n  a:\n    uses: ./b.yml\n    secrets: inherit\n',
  'use-trusted-publishing': workflow(
    `        run: npm publish\n        env:\n          NODE_AUTH_TOKEN: ${expression('secrets.NPM_TOKEN')}`,
  ),
  'self-hosted-runner': workflow('        run: ls\n').replace('ubuntu-latest', 'self-hosted'),
  'github-env': workflow('        run: echo A=1 >> "$GITHUB_ENV"\n'),
  'concurrency-limits': workflow('        run: ls\n'),
  'anonymous-definition': workflow('        run: ls\n').replace('    name: A\n', ''),
  'adhoc-packages': workflow('        run: npm install --global pnpm\n'),
  'own: time-outs': workflow('        run: ls\n'),
  'own: rights that publish': workflow('        run: pnpm install\n', {
    job: '    permissions:\n      id-token: write\n',
  }),
}
