import type { StoredFile } from '@infra/protocol/jobs'
import type { FastifyBaseLogger } from 'fastify'
import type { Files } from '../open-files.ts'

/** All bytes of a file, verified against its digest; undefined if it doesn't exist. */
export async function readWhole(
  { verified }: Pick<Files, 'verified'>,
  file: StoredFile,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<Buffer | undefined> {
  const onDamage = (error: Error) => log.error({ err: error.cause }, 'a file in the store is damaged')
  const content = await verified.read(file, 'whole', onDamage)
  if (!content) return undefined
  return Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray())
}
