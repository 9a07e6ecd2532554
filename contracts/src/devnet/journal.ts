import { type FileHandle, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { z } from 'zod'

const hex = z.string().regex(/^0x[0-9a-f]*$/)

/**
 * The first line says when the chain began and whose it is; chains of earlier versions, whose keys were the same everywhere,
 * do not say whose. Each further line is a block: empty, or with its one transaction.
 */
const Genesis = z.strictObject({ genesis: z.int(), deployer: hex.optional() })
const Block = z.strictObject({ at: z.int(), hash: hex, raw: hex.optional() })
export type JournalBlock = z.infer<typeof Block>

export interface Journal {
  genesisSeconds: number
  blocks: JournalBlock[]
  /** Resolves when the block is on the disk. */
  append: (block: JournalBlock) => Promise<void>
  close: () => Promise<void>
}

const nameIn = (folder: string) => join(folder, 'blocks.jsonl')

/** The blocks of this deployer's chain. Refuses another's: its first block has other accounts, so no later one would come out the same. */
export async function openJournal(
  folder: string,
  { nowSeconds, deployer }: { nowSeconds: number; deployer: Hex },
): Promise<Journal> {
  const text = await readFile(nameIn(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  // A line that a kill cut short was never acknowledged.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const [first, ...rest] = whole.split('\n').slice(0, -1)
  const begun = first ? Genesis.parse(JSON.parse(first)) : undefined
  const genesis = begun ?? { genesis: nowSeconds, deployer: deployer.toLowerCase() }
  if (genesis.deployer !== deployer.toLowerCase()) throw new Error('they were made with other keys')
  const blocks = rest.map((line) => Block.parse(JSON.parse(line)))

  const file = await open(nameIn(folder), 'a')
  await file.truncate(Buffer.byteLength(whole))
  if (!begun) await write(file, genesis)
  return {
    genesisSeconds: genesis.genesis,
    blocks,
    append: (block) => write(file, block),
    close: () => file.close(),
  }
}

/** Renamed instead of deleted, in case someone wants to look into it. */
export async function setJournalAside(folder: string): Promise<void> {
  await rename(nameIn(folder), join(folder, `blocks-${Date.now()}.jsonl`))
}

async function write(file: FileHandle, line: JournalBlock | z.infer<typeof Genesis>): Promise<void> {
  await file.appendFile(`${JSON.stringify(line)}\n`)
  await file.datasync()
}
