import { join, resolve } from 'node:path'
import { accountForPostgres } from './account.ts'
import { readPidFile } from './orphan.ts'
import { reachableHome, urlOf } from './start-postgres.ts'

/** The address of the server that another process runs on `folder`, if it is ready. */
export async function findRunningPostgres(folder: string): Promise<string | undefined> {
  const home = await reachableHome(await accountForPostgres(), resolve(folder))
  const cluster = join(home, 'cluster')
  const state = await readPidFile(cluster)
  return state?.ready ? urlOf(cluster, state.port) : undefined
}
