import { lightAuthorization, lightRenewingFetch } from './api/light-authorization.ts'
import { watchedFetch } from './api/reachability.ts'
import { configuration } from './bootstrap/configuration.ts'

/** An answer of the API, read without the protocol's client: its schemas are 24 kB, and a first paint would wait for them. */
export async function readJson(path: string) {
  const response = await lightRenewingFetch(watchedFetch)(configuration.apiPrefix + path, {
    headers: await lightAuthorization(),
  })
  if (!response.ok) throw new Error(`The network answered ${response.status}.`)
  return response.json()
}
