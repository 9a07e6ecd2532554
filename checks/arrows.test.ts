import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const folderOfCases = await mkdtemp(join(tmpdir(), 'infra-arrows-'))
afterAll(() => rm(folderOfCases, { recursive: true }))

/** Violations of our rules that `npm test` must catch, each with the rule that catches it. */
const breaches: { what: string; files: Record<string, string>; rule: string }[] = [
  {
    what: 'a rule that imports the database',
    files: {
      'apps/api/src/jobs/job-rules.ts': "import { connect } from '../db/client.ts'\nconnect('', () => {})\n",
    },
    rule: 'noRestrictedImports',
  },
  {
    what: 'a rule that imports Node.js',
    files: { 'apps/api/src/jobs/job-rules.ts': "import { hostname } from 'node:os'\nhostname()\n" },
    rule: 'noRestrictedImports',
  },
  {
    what: 'a page that imports the API by path',
    files: { 'apps/web/src/feed/peek.ts': "import { server } from '../../../api/src/server.ts'\nserver()\n" },
    rule: 'noRestrictedImports',
  },
  {
    what: 'a page that imports the API by name',
    files: { 'apps/web/src/routes/peek.ts': "import { server } from '@infra/api/server'\nserver()\n" },
    rule: 'noRestrictedImports',
  },
  {
    what: 'a feature of the web app that imports a route',
    files: { 'apps/web/src/feed/up.ts': "import { Feed } from '../routes/feed.tsx'\nFeed()\n" },
    rule: 'noRestrictedImports',
  },
  {
    what: 'a piece of ui that imports a feature',
    files: { 'apps/web/src/ui/button.ts': "import { feed } from '../feed/feed.ts'\nfeed()\n" },
    rule: 'noRestrictedImports',
  },
  ...Object.entries({
    'navigation/go.ts': '../account/account.ts',
    'api/call.ts': '../jobs/job-queries.ts',
    'form/field.tsx': '../catalogue/app-facts.ts',
    'form/controls/field.tsx': '../../catalogue/app-facts.ts',
    'markdown/link.tsx': '../devlog/entry.tsx',
    'wallet/connect.ts': '../account/session.ts',
    'account/session.ts': '../profile/profile-queries.ts',
    'chat/card.tsx': '../jobs/job-link.tsx',
    'chat/parts/card.tsx': '../../jobs/viewer/job-viewer.tsx',
    'feed/wall.tsx': '../shell/sidebar.tsx',
    'home/latest.tsx': '../widgets/offer-card.tsx',
    'shell/sidebar.tsx': '../profile/avatar.tsx',
    'widgets/panel.tsx': '../routes/chat.tsx',
  }).map(([from, to]) => ({
    what: `the web app's ${from} importing ${to}`,
    files: { [`apps/web/src/${from}`]: `import { it } from '${to}'\nit()\n` },
    rule: 'noRestrictedImports',
  })),
  {
    what: 'two files of the web app that import each other, one of them a type alone',
    files: {
      'apps/web/src/jobs/hen.ts':
        "import { egg } from './egg.ts'\nexport type Hen = number\nexport const hen = () => egg(1)\n",
      'apps/web/src/jobs/egg.ts':
        "import type { Hen } from './hen.ts'\nexport const egg = (hen: Hen) => hen\n",
    },
    rule: 'noImportCycles',
  },
  {
    what: 'the HTTP layer importing a feature',
    files: { 'apps/api/src/http/kernel.ts': "import { routes } from '../feedback/routes.ts'\nroutes()\n" },
    rule: 'noRestrictedImports',
  },
  {
    what: 'an input of a canary that is read from the database',
    files: {
      'apps/api/src/canary-inputs/peek.ts':
        "import { connect } from '../db/client.ts'\nconnect('', () => {})\n",
    },
    rule: 'noRestrictedImports',
  },
  {
    what: 'an input of a canary that is read from a file',
    files: {
      'apps/api/src/canary-inputs/peek.ts': "import { readFile } from 'node:fs/promises'\nreadFile('x')\n",
    },
    rule: 'noRestrictedImports',
  },
  {
    what: 'a lower feature importing a higher one',
    files: { 'apps/api/src/ledger/pay.ts': "import { submit } from '../jobs/submit-job.ts'\nsubmit()\n" },
    rule: 'noRestrictedImports',
  },
  {
    what: 'attempts importing the jobs that stand on them',
    files: { 'apps/api/src/attempts/claim.ts': "import { submit } from '../jobs/submit-job.ts'\nsubmit()\n" },
    rule: 'noRestrictedImports',
  },
  {
    what: 'attempts importing the nodes that stand on them',
    files: {
      'apps/api/src/attempts/claim.ts': "import { remove } from '../nodes/remove-node.ts'\nremove()\n",
    },
    rule: 'noRestrictedImports',
  },
  {
    what: 'matching importing attempts',
    files: {
      'apps/api/src/matching/pause.ts': "import { claim } from '../attempts/claim-job.ts'\nclaim()\n",
    },
    rule: 'noRestrictedImports',
  },
  {
    what: 'a folder of a lower feature importing a higher one',
    files: {
      'apps/api/src/files/storage/store.ts': "import { submit } from '../../jobs/submit-job.ts'\nsubmit()\n",
    },
    rule: 'noRestrictedImports',
  },
  {
    what: 'the protocol importing anything but zod',
    files: {
      'packages/protocol/src/file.ts': "import { readFile } from 'node:fs/promises'\nreadFile('x')\n",
    },
    rule: 'noRestrictedImports',
  },
  {
    what: 'inference importing another package of ours',
    files: {
      'packages/inference/src/peek.ts':
        "import { Refusal } from '@infra/protocol/refusal'\nexport const peek = Refusal\n",
    },
    rule: 'noRestrictedImports',
  },
  {
    what: 'inference reaching for the network',
    files: {
      'packages/inference/src/peek.ts': "import { request } from 'node:http'\nexport const peek = request\n",
    },
    rule: 'noRestrictedImports',
  },
  {
    what: 'a rule of trust that reads a file',
    files: {
      'packages/trust/src/peek.ts':
        "import { readFile } from 'node:fs/promises'\nexport const peek = readFile\n",
    },
    rule: 'noRestrictedImports',
  },
  {
    what: 'the node agent importing the stack by name',
    files: { 'apps/node/src/agent/peek.ts': "import { run } from '@infra/stack/run'\nrun()\n" },
    rule: 'noRestrictedImports',
  },
  {
    what: 'the node agent importing the API by path',
    files: {
      'apps/node/src/agent/peek.ts': "import { server } from '../../../api/src/server.ts'\nserver()\n",
    },
    rule: 'noRestrictedImports',
  },
  {
    what: 'a runner importing the agent',
    files: { 'apps/node/src/runners/peek.ts': "import { key } from '../agent/node-key.ts'\nkey()\n" },
    rule: 'noRestrictedImports',
  },
  {
    what: 'two files that import each other',
    files: {
      'apps/api/src/jobs/hen.ts': "import { egg } from './egg.ts'\nexport const hen = () => egg()\n",
      'apps/api/src/jobs/egg.ts': "import { hen } from './hen.ts'\nexport const egg = () => hen()\n",
    },
    rule: 'noImportCycles',
  },
  {
    what: 'two files of the API that import types from each other',
    files: {
      'apps/api/src/jobs/hen.ts': "import type { Egg } from './egg.ts'\nexport type Hen = { egg: Egg }\n",
      'apps/api/src/jobs/egg.ts': "import type { Hen } from './hen.ts'\nexport type Egg = { hen: Hen }\n",
    },
    rule: 'noImportCycles',
  },
  {
    what: 'a barrel',
    files: {
      'apps/api/src/jobs/index.ts': "export { hen } from './hen.ts'\n",
      'apps/api/src/jobs/hen.ts': 'export const hen = 1\n',
    },
    rule: 'noBarrelFile',
  },
  {
    what: 'a package that is used but not declared',
    files: { 'apps/api/src/jobs/pad.ts': "import pad from 'left-pad'\npad()\n" },
    rule: 'noUndeclaredDependencies',
  },
  {
    what: 'a file name that is not kebab-case',
    files: { 'apps/api/src/jobs/JobService.ts': 'export const one = 1\n' },
    rule: 'useFilenamingConvention',
  },
]

/** Cases whose files have other paths are linted together, because each start of Biome takes longer than its work. */
const batches: Record<string, string>[] = []
const batchOf = new Map(
  breaches.map(({ what, files }) => {
    const batch = batches.find((others) => Object.keys(files).every((path) => !(path in others))) ?? {}
    if (!batches.includes(batch)) batches.push(batch)
    return [what, Object.assign(batch, files)]
  }),
)
const linted = new Map<Record<string, string>, Promise<Finding[]>>()

test.for(breaches)('the linter refuses $what', async ({ what, files, rule }) => {
  const batch = batchOf.get(what)!
  const findings = linted.get(batch) ?? lint(batch)
  linted.set(batch, findings)
  const ofThese = (await findings).filter(({ path }) => path in files)
  expect(ofThese.map((finding) => finding.rule)).toContain(rule)
})

test('the linter accepts the permitted imports', async () => {
  const permitted = {
    'apps/api/src/jobs/submit-job.ts':
      "import { LEASE_MS } from './job-rules.ts'\nexport const lease = LEASE_MS\n",
    'apps/api/src/jobs/job-rules.ts':
      "import { Refusal } from '@infra/protocol/refusal'\nexport const LEASE_MS = 1\nexport const no = new Refusal('not_found', '')\n",
    'apps/web/src/routes/feed.tsx': "import { card } from '../feed/card.ts'\nexport const feed = card\n",
    'apps/web/src/feed/card.ts':
      "import { findApp } from '@infra/protocol/apps/catalogue'\nimport { button } from '../ui/button.ts'\nexport const card = [button, findApp]\n",
    'apps/web/src/ui/button.ts': 'export const button = 1\n',
    'apps/web/src/feed/toolbar.tsx':
      "import { appsQuery } from '../catalogue/queries.ts'\nimport { user } from '../account/context.tsx'\nexport const toolbar = [appsQuery, user]\n",
    'apps/web/src/catalogue/queries.ts': 'export const appsQuery = 1\n',
    'apps/web/src/account/context.tsx': 'export const user = 1\n',
    'apps/web/src/widgets/panel.tsx':
      "import { toolbar } from '../feed/toolbar.tsx'\nimport { bar } from '../shell/bar.tsx'\nexport const panel = [toolbar, bar]\n",
    'apps/web/src/shell/bar.tsx': 'export const bar = 1\n',
    'apps/node/src/agent/claim.ts':
      "import { Refusal } from '@infra/protocol/refusal'\nimport { run } from '../runners/run.ts'\nexport const claim = [run, Refusal]\n",
    'apps/node/src/runners/run.ts':
      "import { matte } from '@infra/inference/pictures/matte'\nimport { part } from './part.ts'\nexport const run = [part, matte]\n",
    'apps/node/src/runners/part.ts': 'export const part = 1\n',
    'packages/protocol/src/one.ts':
      "import { z } from 'zod'\nimport { two } from './values/two.ts'\nexport const One = z.literal(two)\n",
    'packages/protocol/src/values/two.ts': 'export const two = 2\n',
    'packages/trust/src/levels/four.ts':
      "import { createHmac } from 'node:crypto'\nimport { five } from '../checks/five.ts'\nexport const four = [five, createHmac]\n",
    'packages/trust/src/checks/five.ts': 'export const five = 5\n',
    'packages/protocol/src/apps/three.ts':
      "import { One } from '../one.ts'\nimport { two } from '../values/two.ts'\nexport const three = [One, two]\n",
  }
  expect(await lint(permitted)).toEqual([])
})

interface Finding {
  rule: string
  path: string
}

/** What Biome, with the project's own configuration, reports for `files`. */
async function lint(files: Record<string, string>): Promise<Finding[]> {
  const folder = await mkdtemp(join(folderOfCases, 'case-'))
  const manifests = [
    'package.json',
    'apps/api/package.json',
    'apps/node/package.json',
    'apps/web/package.json',
    'packages/protocol/package.json',
    'packages/inference/package.json',
    'packages/trust/package.json',
  ]
  for (const name of ['biome.json', ...manifests])
    await cp(join(ROOT, name), join(folder, name), { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const options = ['--reporter=json', '--max-diagnostics=none', '--error-on-warnings', '--vcs-enabled=false']
  const args = ['lint', ...options, '.']
  const { stdout } = await promisify(execFile)('biome', args, { cwd: folder }).catch((failure) => failure)
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { path: string } }[]
  }
  return diagnostics.map(({ category, location }) => ({
    rule: category.split('/').at(-1)!,
    path: location.path,
  }))
}
