import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyCheckout } from '../conformance/copy-checkout.ts'
import { mutate } from '../conformance/mutation.ts'
import { tryMutation } from '../conformance/try-mutation.ts'
import { ROOT } from '../root.ts'
import { protections } from './protections.ts'

test.for([...protections])(
  'the protection %s can be removed, and its test names the row',
  async ([, protection]) => {
    const source = await readFile(join(ROOT, protection.file), 'utf8')
    expect(mutate(source, protection)).not.toBe(source)
    expect(await readFile(join(ROOT, protection.test), 'utf8')).toContain(`[${protection.row}]`)
  },
)

test('a test fails without the protection feed; `TRUST_SABOTAGE=all npm run trust -- attack` tries the others', async () => {
  const copy = await copyCheckout()
  try {
    expect(await tryMutation(copy, protections.get('feed')!)).toEqual({ verdict: 'noticed', problem: '' })
  } finally {
    await rm(copy, { recursive: true })
  }
})
