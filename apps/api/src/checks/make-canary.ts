import { hash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { AppManifest } from '@infra/protocol/apps/app'
import { findApp } from '@infra/protocol/apps/catalogue'
import { priceOf } from '@infra/protocol/apps/price'
import type { StoredFile } from '@infra/protocol/jobs'
import { hashedInput } from '@infra/protocol/signatures/receipts'
import { TRUST_RULES } from '@infra/trust/trust-rules'
import { makeCanaryInput } from '../canary-inputs/make-canary-input.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import { canaries } from '../db/trust-tables.ts'
import { inspectAndStore } from '../files/inspect-and-store.ts'
import { isReferenceOperator } from '../trust/trust-records.ts'
import type { CheckDeps } from './check-deps.ts'
import { type CheckRow, listCandidates, setNextRun, updateCheck } from './check-queries.ts'
import { insertRun, type RunOrder } from './insert-run.ts'

const WAIT_SECONDS = 2

/** The output for no objects found, which anyone could have guessed. */
const NOTHING_FOUND = hash('sha256', '[]')

/** An answered canary that this node's operator has not had, and that few others have. */
const chooseAnswered = statement<{ jobId: string }>(
  'choose-canary',
  `select c.job_id as "jobId" from canaries c join jobs j on j.id = c.job_id and j.status = 'finished'
  where c.app_id = $1 and c.app_version = $2 and not j.outputs @> '[{"sha256": "${NOTHING_FOUND}"}]' and (
    select count(distinct n.operator) < ${TRUST_RULES.canaryOperatorsMax}
      and count(*) filter (where n.operator = (select operator from nodes where id = $3)) = 0
    from checks k join nodes n on n.id = k.node_id where k.job_id = c.job_id
  )
  order by c.at desc limit 1`,
)

const isBeingMade = statement(
  'find-canary-being-made',
  `select from canaries c join jobs j on j.id = c.job_id and j.status in ('queued', 'running') where c.app_id = $1 limit 1`,
)

const listSpoken = statement<{ sha256: string }>(
  'list-spoken-canaries',
  `select o ->> 'sha256' as sha256 from canaries c join jobs j on j.id = c.job_id and j.status = 'finished'
  cross join lateral jsonb_array_elements(j.outputs) o where c.app_id = 'speak' and o ->> 'kind' = 'audio' order by c.at desc limit 10`,
)

/** Finds an answered canary for a node; if there's none, asks a reference node for one. */
export async function findAnswer(deps: CheckDeps, check: CheckRow): Promise<void> {
  const app = findApp(check.appId)!
  const [answered] = await chooseAnswered(deps.db, [app.id, app.version, check.nodeId])
  if (answered) await updateCheck(deps.db, check.id, { jobId: answered.jobId })
  else await makeCanary(deps, app)
  await setNextRun(deps.db, [check.id, answered ? 0 : WAIT_SECONDS])
}

/** Orders a reference node's answer to an input that nobody has seen. One at a time per app, because reference nodes have other work. */
export async function makeCanary(deps: CheckDeps, app: AppManifest): Promise<void> {
  const { db } = deps
  if ((await isBeingMade(db, [app.id])).length > 0) return
  const candidates = await listCandidates(db, [app.id, app.version, app.limits.memoryMb])
  const references = candidates.filter(({ operator }) => isReferenceOperator(deps, operator))
  if (references.length === 0) return
  const order = await makeOrder(deps, app)
  // If there's no speech to transcribe yet, make some first.
  if (!order) return app.id === 'transcribe' ? makeCanary(deps, findApp('speak')!) : undefined
  const { node } = references[randomInt(references.length)]!
  await transaction(db, async (tx) => {
    const jobId = await insertRun(tx, order, { checkId: null, nodeId: node, unpaid: true })
    await tx.insert(canaries).values({ jobId, appId: app.id, appVersion: app.version })
  })
  deps.notifications.publish('queued_for', node)
}

async function makeOrder(deps: CheckDeps, app: AppManifest): Promise<RunOrder | null> {
  const made = await makeCanaryInput(app, randomBytes(16).toString('hex'), {
    sounds: await readSounds(deps, app),
  })
  if (!made) return null
  const inputFiles: StoredFile[] = []
  const input = { ...made.input }
  for (const { name, bytes } of made.files) {
    inputFiles.push(await storeFile(deps, name, bytes))
    input[name] = randomUUID()
  }
  const byName = Object.fromEntries(inputFiles.map((file) => [file.name, file]))
  const hashes = Object.fromEntries(inputFiles.map(({ name, sha256 }) => [name, sha256]))
  return {
    appId: app.id,
    appVersion: app.version,
    input,
    inputFiles,
    inputHash: hash('sha256', hashedInput(input, hashes)),
    price: priceOf(app.price, input, byName),
  }
}

async function readSounds({ db, files }: CheckDeps, { id }: AppManifest): Promise<Buffer[]> {
  if (id !== 'transcribe') return []
  const sounds: Buffer[] = []
  for (const { sha256 } of await listSpoken(db, [])) {
    const opened = await files.store.open(sha256)
    if (opened) sounds.push(await buffer(opened.content))
  }
  return sounds
}

/** Stores the file like a person's upload. */
async function storeFile(deps: CheckDeps, name: string, bytes: Buffer): Promise<StoredFile> {
  const path = join(deps.files.tempDir, randomUUID())
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    const { path: _, explicit, ...stored } = await inspectAndStore(deps, { path }, { fileName: 'canary' })
    return { ...stored, name, text: null }
  } finally {
    await rm(path, { force: true })
  }
}
