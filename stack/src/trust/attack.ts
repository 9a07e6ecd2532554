import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyCheckout } from '../conformance/copy-checkout.ts'
import type { Mutation } from '../conformance/mutation.ts'
import { tryMutation } from '../conformance/try-mutation.ts'
import { run } from '../run.ts'
import { protections } from './protections.ts'

/**
 * The most results that a cheat submits before it is suspended, as in 99 of 100 cases in docs/trust.md. Trusted nodes that cheat 1 % of the
 * time are found too rarely for that.
 */
const FULL_SIZE = {
  ATTACK_CHEATS: 'new:1:0 new:0.1:61 new:0.01:21376 trusted:1:208 trusted:0.1:2355',
  ATTACK_BEFORE: '300',
  ATTACK_HONEST: '4000',
  ATTACK_ORDERS: '100',
}

/**
 * Attacks the real API with nodes that cheat, and with every tested exploit. With `ATTACK_MODELS=1` honest nodes write with the real model.
 * `TRUST_SABOTAGE=<name>` removes one protection from a copy of the source, `TRUST_SABOTAGE=all` each in turn: a test must then fail.
 * Returns whether all attacks were stopped.
 */
export async function attack(): Promise<boolean> {
  const { TRUST_SABOTAGE: sabotage } = process.env
  if (sabotage) return sabotageAll(sabotage === 'all' ? [...protections.keys()] : [sabotage])
  const folder = await mkdtemp(join(tmpdir(), 'infra-attack-'))
  try {
    const file = join(folder, 'report.txt')
    const tests = [...new Set([...protections.values()].map(({ test }) => test))]
    const passed = await run('vitest', ['run', 'apps/api/src/attacks', ...tests], {
      env: { ...FULL_SIZE, ...process.env, ATTACK_REPORT: file },
    })
    console.log(await readFile(file, 'utf8').catch(() => ''))
    return passed
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function sabotageAll(names: string[]): Promise<boolean> {
  const unknown = names.find((name) => !protections.has(name))
  if (unknown) throw new Error(`TRUST_SABOTAGE is all, or one of ${[...protections.keys()].join(', ')}.`)
  const copy = await copyCheckout()
  let allNoticed = true
  try {
    for (const name of names) {
      const protection: Mutation = protections.get(name)!
      const { verdict, problem } = await tryMutation(copy, protection)
      console.log(`without ${name}: ${verdict}, by ${protection.test}${problem && `\n${problem}`}`)
      allNoticed &&= verdict === 'noticed'
    }
  } finally {
    await rm(copy, { recursive: true })
  }
  return allNoticed
}
